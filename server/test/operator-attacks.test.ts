// Ten thousand sign-ins on one operator: at most a hundred an hour are looked at, and the operator comes in all the same.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { acceptInvitation, lookAtInvitation, signInOperator, type Endpoint, type Uuid } from '@candor/wire';
import { Secret, TOTP } from 'otpauth';
import type { z } from 'zod';
import { manualClock } from '../src/kit/clock.ts';
import type { CallContext } from '../src/kit/feature.ts';
import { log } from '../src/kit/log.ts';
import { openPool, type Pool } from '../src/kit/postgres.ts';
import { Refusal } from '../src/kit/refuse.ts';
import { createOperator } from '../src/operators/create-operator.ts';
import { createOperators, type Operators } from '../src/operators/create-operators.ts';
import { quickCost } from './support/accounts.ts';
import { cloneDatabase, type TestDatabase } from './support/database.ts';
import { longRun } from './support/long-run.ts';

log.setLevel('silent');
const clock = manualClock(Date.UTC(2026, 10, 20, 12));
const secrets = { pepper: randomBytes(32), codeKey: randomBytes(32) };
const password = 'wren and lark and a third bird';
let database: TestDatabase;
let pool: Pool;
let operators: Operators;
let code: () => string;
before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.consoleUrl, 8);
  operators = createOperators({ pool, clock, mode: 'production', secrets, passwordCost: quickCost });
  const owner = openPool(database.ownerUrl, 1);
  const operatorId = randomUUID() as Uuid;
  const { token } = await createOperator(owner, { operatorId, name: 'anna', role: 'administrator', ...secrets, by: 'a test' }); // oxfmt-ignore
  await owner.end();
  const { secret } = await call(lookAtInvitation, { token }, home);
  code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
  await call(acceptInvitation, { token, password, code: code() }, home);
});
after(async () => {
  await pool.end();
  await database.drop();
});

const home = '198.51.100.1';

async function call<One extends Endpoint>(wanted: One, payload: z.input<One['payload']>, ip: string) {
  const bound = operators.web.calls.find((each) => each.call === wanted)!;
  const context = {
    ip,
    userAgent: 'test',
    startSession: () => undefined,
    operator: undefined,
  } as unknown as CallContext;
  return wanted.reply.parse(await bound.handle(wanted.payload.parse(payload), context)) as z.output<One['reply']>;
}

const signIn = (ip: string, wanted = password): Promise<string> => {
  clock.advance(30_000);
  return outcome(call(signInOperator, { name: 'anna', password: wanted, code: code() }, ip));
};
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'in', (error: unknown) => (error instanceof Refusal ? error.code : String(error))); // oxfmt-ignore

test(
  'of 10,000 sign-ins from 2,000 networks at most 100 an hour are looked at, and the owner comes in from a known network',
  longRun('a flood'),
  async () => {
    assert.equal(await signIn(home), 'in');
    const before = operators.passwordEvaluations();
    const codes = new Map<string, number>();
    for (let place = 0; place < 10_000; place += 50) {
      // The right password as well: without the second factor it is worth nothing.
      const tries = Array.from({ length: 50 }, (_, one) => call(signInOperator, { name: 'anna', password: one % 2 ? password : 'guess', code: '000000' }, `203.0.${(place + one) % 8}.${(place + one) % 250}`)); // oxfmt-ignore
      for (const said of await Promise.all(tries.map(outcome))) codes.set(said, (codes.get(said) ?? 0) + 1);
    }
    assert.equal(codes.get('in'), undefined);
    assert.ok((codes.get('login-throttled') ?? 0) > 9_000, JSON.stringify([...codes]));
    assert.ok(
      operators.passwordEvaluations() - before <= 100,
      `${operators.passwordEvaluations() - before} were looked at`,
    );
    assert.equal(await signIn('192.0.2.77'), 'login-throttled', 'a network that nobody knows waits');
    assert.equal(await signIn(home), 'in', 'the one that the operator came from before does not');
    const { rows } = await pool.query<{ count: number }>(
      `select count(*) from audit_log where act = 'sign-in-refused'`,
    );
    assert.ok(rows[0]!.count <= 100 && rows[0]!.count > 50, 'what was looked at is in the log');
    clock.advance(3_600_000);
    assert.equal(await signIn('192.0.2.77'), 'in');
  },
);
