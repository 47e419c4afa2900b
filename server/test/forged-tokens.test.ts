// What somebody makes of operators' sessions and links who writes their tables without the key file: none whose token he knows.
import assert from 'node:assert/strict';
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { acceptInvitation, getOperatorMe, lookAtInvitation, type OperatorRole, type Uuid } from '@candor/wire';
import { digestOfToken, newToken } from '../src/kit/tokens.ts';
import { createOperator } from '../src/operators/create-operator.ts';
import { codeOf } from './support/accounts.ts';
import { consolePassword, operatorsForTests } from './support/console-operators.ts';

let world: Awaited<ReturnType<typeof operatorsForTests>>;
before(async () => void (world = await operatorsForTests()));
after(() => world.end());

const call: (typeof world)['call'] = (...asked) => world.call(...asked);
const enters = (token: string) => codeOf(call({ token }, getOperatorMe, {}));

/** Opens a session by the database function, with arguments read from its tables. Deletes a session with the same digest first. */
async function open(operatorId: Uuid, digest: Buffer): Promise<void> {
  await world.pool.query('delete from operator_sessions where token_hash = $1', [digest]);
  const { rows } = await world.pool.query<{ isOpen: boolean }>(
    `select operator_open_session($1, p.password_id, null, $2, '198.51.100.1', 'test', a.authenticator_id) as "isOpen"
     from operator_passwords p join operator_authenticators a on a.operator_id = p.operator_id where p.operator_id = $1`,
    [operatorId, digest],
  );
  assert.equal(rows[0]!.isOpen, true);
}

test('a digest that was made without the key, of another key, or of another operator’s session opens none', async () => {
  const [victim, own] = [await world.person('ida', 'administrator'), await world.person('jan')];
  for (const token of [newToken(victim.operatorId), randomBytes(32).toString('base64url')]) {
    await open(victim.operatorId, hash('sha256', token, 'buffer'));
    assert.equal(await enters(token), 'login-required');
  }
  const token = newToken(victim.operatorId);
  await open(victim.operatorId, Buffer.from(digestOfToken(randomBytes(32), 'operator session', token), 'base64'));
  await open(victim.operatorId, Buffer.from(digestOfToken(world.secrets.codeKey, 'session', token), 'base64'));
  assert.equal(await enters(token), 'login-required');
  const kept = 'select token_hash as digest from operator_sessions where operator_id = $1';
  const { rows } = await world.pool.query<{ digest: Buffer }>(kept, [own.operatorId]);
  assert.equal(await enters(own.browser.token!), 'accepted');
  await open(victim.operatorId, rows[0]!.digest);
  assert.equal(await enters(own.browser.token!), 'login-required');
  assert.equal(await enters(victim.browser.token!), 'accepted');
});

test('a link is for whom it was made, also where its row is written for somebody who has more roles', async () => {
  const invite = async (name: string, role: OperatorRole): Promise<{ operatorId: Uuid; token: string }> => {
    const operatorId = randomUUID() as Uuid;
    const wanted = { operatorId, name, role, ...world.secrets, by: 'a test' };
    return { operatorId, token: (await createOperator(world.owner, wanted)).token };
  };
  const [own, other] = [await invite('karl', 'support'), await invite('lena', 'administrator')];
  const { secret } = await call({}, lookAtInvitation, { token: own.token });
  const { rows } = await world.owner.query<{ digest: Buffer; secret: Buffer }>(
    'delete from operator_invitations where operator_id = $1 returning token_hash as digest, totp_secret as secret',
    [own.operatorId],
  );
  await world.pool.query(
    'insert into operator_invitations (operator_id, token_hash, totp_secret) values ($1, $2, $3)',
    [other.operatorId, rows[0]!.digest, rows[0]!.secret],
  );
  assert.equal(await codeOf(call({}, lookAtInvitation, { token: own.token })), 'invitation-over');
  const accepting = { token: own.token, password: consolePassword, code: world.totpOf(secret)() };
  assert.equal(await codeOf(call({}, acceptInvitation, accepting)), 'invitation-over');
  assert.equal((await call({}, lookAtInvitation, { token: other.token })).name, 'lena');
});
