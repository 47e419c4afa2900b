// Refusals of money commands: kept for two days so that a repetition hears the same, and not as many as somebody likes to cause.
import { wad, type Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newKey, openTestLedger, type TestLedger } from '../../test/support/money.ts';
import { manualClock } from '../kit/clock.ts';
import { Refusal } from '../kit/refuse.ts';
import { checkInvariants, ledgerInvariants } from './check-invariants.ts';
import { refusing, type Command } from './command.ts';
import { forgetRefusals } from './forget-refusals.ts';
import type { Lanes } from './lanes.ts';
import { createRefusalLimit, limitRefusals, refusalLimit } from './refusal-limit.ts';

const hold: Command<object, { held: true }> = {
  name: 'test-hold',
  refusals: ['insufficient-balance', 'order-limit-reached', 'market-degraded'],
  coins: () => ['USDT'],
  house: [],
  decide: (_, state) =>
    state.balance('USDT').available < wad('1')
      ? new Refusal('insufficient-balance')
      : {
          objectId: state.newId(),
          moves: [{ kind: 'swap-placed', coin: 'USDT', from: 'available', to: 'reserved', amount: wad('1') }],
          reply: { held: true },
        },
};

const clock = manualClock(Date.UTC(2026, 4, 4));
let ledger: TestLedger;
before(async () => (ledger = await openTestLedger({ clock })));
after(async () => {
  const broken = (await checkInvariants(ledger.serverPool, ledgerInvariants)).filter((report) => report.broken > 0);
  await ledger.close();
  assert.deepEqual(broken, []);
});

type Key = ReturnType<typeof newKey>;
type Held = Command<object, { held: true }>;
const submit = (accountId: Uuid, key: Key = newKey(), lanes: Lanes = ledger.lanes, command: Held = hold): Promise<{ held: true }> =>
  lanes.submit({ command, accountId, book: 'real', input: {}, idempotency: key, receivedAt: clock.now() }); // oxfmt-ignore
const codeOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const refusalOf = (answer: Promise<unknown>): Promise<Refusal> =>
  answer.then(
    () => assert.fail('accepted'),
    (error: unknown) => error as Refusal,
  );
async function kept(accountId: Uuid): Promise<number> {
  const sql = 'select count(*) as rows from ledger_commands where account_id = $1';
  return (await ledger.serverPool.query<{ rows: number }>(sql, [accountId])).rows[0]!.rows;
}

test('an account without money fills the ledger at one row a second after its burst, however much it sends', async () => {
  const accountId = ledger.newId();
  let sent = 0;
  const codes = new Set<string>();
  for (let second = 0; second < 100; second++) {
    for (let order = 0; order < 5; order++, sent++) codes.add(await codeOf(submit(accountId)));
    clock.advance(1_000);
  }
  assert.equal(sent, 500);
  assert.deepEqual([...codes], ['insufficient-balance', 'too-many-refused']);
  assert.ok((await kept(accountId)) <= refusalLimit.burst + 100, `${await kept(accountId)} rows`);
  const refused = await refusalOf(submit(accountId));
  assert.equal(refused.code, 'insufficient-balance', 'one a second is always possible');
  const next = await refusalOf(submit(accountId));
  assert.deepEqual([next.code, next.facts], ['too-many-refused', { seconds: '1' }]);
});

test('whoever is limited gets the replies of earlier keys, may do what works, and holds up nobody else', async () => {
  const accountId = await ledger.pay('1');
  const [done, refused] = [newKey(), newKey()];
  assert.deepEqual(await submit(accountId, done), { held: true });
  assert.equal(await codeOf(submit(accountId, refused)), 'insufficient-balance');
  for (let count = 0; count < refusalLimit.burst; count++) await codeOf(submit(accountId));
  assert.equal(await codeOf(submit(accountId)), 'too-many-refused');
  assert.deepEqual(await submit(accountId, done), { held: true });
  assert.equal(await codeOf(submit(accountId, refused)), 'insufficient-balance');
  assert.equal(await codeOf(submit(await ledger.pay('1'))), 'done');
  clock.advance(1_000);
  await ledger.pay('5', { accountId });
  for (let count = 0; count < 5; count++) assert.equal(await codeOf(submit(accountId)), 'done');
});

test('successes and replayed refusals do not count', async () => {
  const accountId = await ledger.pay('200');
  for (let count = 0; count < 200; count++) await submit(accountId);
  const key = newKey();
  for (let count = 0; count < 200; count++) assert.equal(await codeOf(submit(accountId, key)), 'insufficient-balance');
  assert.equal(await codeOf(submit(accountId)), 'insufficient-balance');
});

const free: Held = {
  ...hold,
  refusals: [],
  coins: () => [],
  decide: (_, state) => ({ objectId: state.newId(), moves: [], reply: { held: true } }),
};
const takeBack: Held = { ...free, name: 'test-take-back', takesBack: true };
const change: Held = { ...free, name: 'test-change', changesFree: true };

test('what is taken back or changed for nothing counts once, and is taken back long after nothing else is taken', async () => {
  for (const command of [takeBack, change]) {
    const accountId = await ledger.pay('1');
    const act = (key = newKey()) => codeOf(submit(accountId, key, ledger.lanes, command));
    const known = newKey();
    for (let count = 0; count < refusalLimit.burst; count++) assert.equal(await act(known), 'done');
    for (let count = 2; count < refusalLimit.burst; count++) assert.equal(await act(), 'done');
    assert.equal(await act(), 'done', 'one that was repeated counts once');
    assert.equal(await codeOf(submit(accountId)), 'too-many-refused');
    assert.equal(await act(), command === takeBack ? 'done' : 'too-many-refused');
    assert.equal(await codeOf(ledger.lanes.submit({ command, accountId, book: 'real', input: {}, receivedAt: 0 })), 'done'); // oxfmt-ignore
  }
});

test('what a customer pays for if it has to wait is refused as late as taking back, also where it can’t be decided', async () => {
  const accountId = await ledger.pay('1');
  const engine = limitRefusals({ bus: ledger.bus, clock, hearsFree: false });
  for (let count = 0; count < refusalLimit.burst; count++) engine.count({ accountId });
  const asked = { accountId, book: 'real', idempotency: newKey(), receivedAt: clock.now() } as const;
  const isRefused = (command: Held): boolean =>
    engine.refusalOf({ ...asked, command }) !== undefined ||
    engine.refusalOf(refusing({ ...asked, command }, new Refusal('busy'))) !== undefined;
  assert.deepEqual([free, change, takeBack, { ...free, cannotWait: true } satisfies Held].map(isRefused), [
    true,
    true,
    false,
    false,
  ]);
});

test('what an engine takes back counts where requests arrive, and keeps nobody from closing there what is open', async () => {
  const accountId = await ledger.pay('1');
  const engine = limitRefusals({ bus: ledger.bus, clock, hearsFree: false });
  const asked = { accountId, command: takeBack, idempotency: newKey() };
  for (let count = 0; count < refusalLimit.burst; count++) engine.tellFree(asked);
  assert.equal(engine.refusalOf({ ...asked, command: hold }), undefined);
  assert.equal(await codeOf(submit(accountId)), 'too-many-refused');
  clock.advance(1_000);
  assert.equal(await codeOf(submit(accountId)), 'done');
});

test('a refused key says the same to any process, for as long as it is kept', async () => {
  const accountId = ledger.newId();
  const key = newKey();
  assert.equal(await codeOf(submit(accountId, key)), 'insufficient-balance');
  await ledger.pay('5', { accountId });
  const restarted = await ledger.openAgain();
  assert.equal(await codeOf(submit(accountId, key, restarted)), 'insufficient-balance');
  await restarted.close();
  assert.equal(await ledger.available(accountId), '5');
});

test('refusals go after 48 hours and no sooner; what had an effect stays, whoever deletes', async () => {
  const accountId = ledger.newId();
  const insert = (reply: object, hoursAgo: number) =>
    ledger.serverPool.query(
      `insert into ledger_commands (account_id, key, name, digest, reply, at)
       values ($1, gen_random_uuid(), 'test', decode(repeat('00', 32), 'hex'), $2, now() - $3 * interval '1 hour')`,
      [accountId, JSON.stringify(reply), hoursAgo],
    );
  const refusal = { refused: 'insufficient-balance', facts: { available: '0' } };
  for (const hoursAgo of [1, 47.9, 48.1, 1_000]) {
    await insert(refusal, hoursAgo);
    await insert({ ok: refusal }, hoursAgo);
  }
  await assert.rejects(ledger.serverPool.query('delete from ledger_commands where account_id = $1', [accountId]), { code: '42501' }); // oxfmt-ignore
  assert.equal(await kept(accountId), 8);
  assert.ok((await forgetRefusals(ledger.serverPool)) >= 2);
  const { rows } = await ledger.serverPool.query(
    `select reply ->> 'refused' is not null as refused, at < now() - interval '48 hours' as old, count(*) as rows
     from ledger_commands where account_id = $1 group by 1, 2 order by 1, 2`,
    [accountId],
  );
  assert.deepEqual(rows, [
    { refused: false, old: false, rows: 2 },
    { refused: false, old: true, rows: 2 },
    { refused: true, old: false, rows: 2 },
  ]);
});

test('a refusal is known by how its text begins', async () => {
  const { rows } = await ledger.serverPool.query(
    `select ledger_is_refusal('{"refused":"busy","facts":{"a":"b"}}') as refusal,
       ledger_is_refusal('{"ok":{"refused":"x"}}') as success, ledger_is_refusal('{}') as nothing`,
  );
  assert.deepEqual(rows, [{ refusal: true, success: false, nothing: false }]);
});

test('over a day an account may be refused, or take back, so often and no more, and taking back has more room', () => {
  const limit = createRefusalLimit();
  const accountId = 'account' as Uuid;
  const day = 24 * 3_600_000;
  let counted = 0;
  for (let now = 0; now < day; now += refusalLimit.everyMs) {
    if (limit.waitOf(accountId, now) > 0) continue;
    limit.count(accountId, now);
    counted += 1;
  }
  assert.ok(counted >= refusalLimit.perDay && counted <= 2 * refusalLimit.perDay, String(counted));
  const wait = limit.waitOf(accountId, day);
  assert.ok(wait === 0 || wait <= day / refusalLimit.perDay, `one is possible soon: ${wait} ms`);
  for (let extra = 0; extra < 200; extra++) limit.count(accountId, day);
  assert.ok(limit.waitOf(accountId, day + 300_000) > 0);
  assert.equal(limit.waitOf(accountId, day + 300_000, 'takingBack'), 0);
});

test('the limit forgets accounts that paid off', () => {
  const limit = createRefusalLimit();
  for (let place = 0; place < 1_000; place++) limit.count(`account-${place}` as Uuid, 0);
  assert.equal(limit.size(), 1_000);
  limit.count('another' as Uuid, (24 * 3_600_000) / refusalLimit.perDay);
  assert.equal(limit.size(), 1);
});
