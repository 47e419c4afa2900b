import { wad, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newKey, openTestLedger, postByHand, type TestLedger } from '../../test/support/money.ts';
import { runs } from '../../test/support/seed.ts';
import { Refusal } from '../kit/refuse.ts';
import { InsufficientHouseFunds, type Command } from './command.ts';
import type { Lanes } from './lanes.ts';
import { SetAside } from './set-aside.ts';
import { sliceOf } from './slices.ts';
import { longRun } from '../../test/support/long-run.ts';

const reserve: Command<{ amount: Wad }, { reserved: string }> = {
  name: 'test-reserve',
  refusals: ['insufficient-balance', 'order-limit-reached', 'market-degraded'],
  coins: () => ['USDT'],
  house: ['bankroll', 'options-reserve'],
  decide({ amount }, state) {
    if (state.balance('USDT').available < amount) return new Refusal('insufficient-balance');
    if (state.house('bankroll', 'USDT') < amount) {
      return new InsufficientHouseFunds({
        bucket: 'bankroll',
        coin: 'USDT',
        amount,
        otherwise: new Refusal('order-limit-reached'),
      });
    }
    return {
      objectId: state.newId(),
      moves: [
        {
          kind: 'test-money',
          coin: 'USDT',
          from: 'available',
          to: 'reserved',
          amount,
          cover: { from: 'bankroll', to: 'options-reserve', amount },
        },
      ],
      reply: { reserved: String(amount) },
    };
  },
};
/** Touches nothing of the house, whose slices would make batches wait for each other. */
const hold: Command<object, unknown> = {
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
          reply: null,
        },
};
const overdraw: Command<{ amount: Wad }, unknown> = {
  ...reserve,
  name: 'test-overdraw',
  decide: ({ amount }, state) => ({
    objectId: state.newId(),
    moves: [{ kind: 'swap-placed', coin: 'USDT', from: 'available', to: 'reserved', amount }],
    reply: null,
  }),
};

let ledger: TestLedger;
before(async () => {
  ledger = await openTestLedger({ bankroll: '100000' });
});
after(() => ledger.close());

const submit = (accountId: Uuid, amount: string, { key = newKey(), to = ledger } = {}) =>
  to.lanes.submit({
    command: reserve,
    accountId,
    book: 'real',
    input: { amount: wad(amount) },
    idempotency: key,
    receivedAt: to.clock.now(),
  });
/** A new account whose commands use this slice of the house. */
function idInSlice(slice: number): Uuid {
  for (;;) {
    const id = ledger.newId();
    if (sliceOf(id) === slice) return id;
  }
}
const isRefusal = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;
const journalAudit = () => ledger.serverPool.query<{ entries: number }>('select count(*) as entries from ledger_moves');

test('64 clients on one balance, again and again: as many successes as it pays for, never below zero', async () => {
  for (let round = 0; round < runs(200); round++) {
    const accountId = await ledger.pay('17.5');
    const results = await Promise.allSettled(Array.from({ length: 64 }, () => submit(accountId, '1')));
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 17);
    for (const result of results) {
      if (result.status === 'rejected') assert.ok(isRefusal('insufficient-balance')(result.reason));
    }
    assert.equal(await ledger.available(accountId), '0.5');
  }
});

test('the same key gives the first reply, at once, in parallel and later; with another body it is refused', async () => {
  const accountId = await ledger.pay('10');
  const key = newKey();
  const replies = await Promise.all(Array.from({ length: 20 }, () => submit(accountId, '3', { key })));
  assert.equal(new Set(replies.map((reply) => JSON.stringify(reply))).size, 1);
  assert.deepEqual(await submit(accountId, '3', { key }), replies[0]);
  assert.equal(await ledger.available(accountId), '7');
  await assert.rejects(submit(accountId, '3', { key: { ...newKey('other'), key: key.key } }), isRefusal('key-reused'));
  assert.equal(await ledger.available(accountId), '7');
});

test("a key is its account's own: another may use the same one, at the same moment too", async () => {
  const key = newKey();
  const accountIds = [await ledger.pay('10'), await ledger.pay('20')];
  const submitAll = () => Promise.all(accountIds.map((accountId) => submit(accountId, '3', { key })));
  const replies = await submitAll();
  assert.deepEqual(await Promise.all(accountIds.map((id) => ledger.available(id))), ['7', '17']);
  assert.deepEqual(await submitAll(), replies);
  assert.deepEqual(await Promise.all(accountIds.map((id) => ledger.available(id))), ['7', '17']);
});

test('a refusal is the reply of its key too', async () => {
  const accountId = await ledger.pay('1');
  const key = newKey();
  await assert.rejects(submit(accountId, '2', { key }), isRefusal('insufficient-balance'));
  await ledger.pay('10', { accountId });
  await assert.rejects(submit(accountId, '2', { key }), isRefusal('insufficient-balance'));
  assert.equal(await ledger.available(accountId), '11');
});

test('a refusal that passes leaves its key free', async () => {
  const accountId = await ledger.pay('1');
  const key = newKey();
  let isOpen = false;
  const whenOpen: Command<{ amount: Wad }, string> = {
    name: 'test-when-open',
    refusals: ['insufficient-balance', 'order-limit-reached', 'market-degraded'],
    coins: () => ['USDT'],
    house: ['bankroll'],
    decide: (_input, { newId }) =>
      isOpen ? { objectId: newId(), moves: [], reply: 'done' } : new Refusal('market-degraded'),
  };
  const ask = () =>
    ledger.lanes.submit({
      command: whenOpen,
      accountId,
      book: 'real',
      input: { amount: wad('1') },
      idempotency: key,
      receivedAt: ledger.clock.now(),
    });
  await assert.rejects(ask(), isRefusal('market-degraded'));
  isOpen = true;
  assert.equal(await ask(), 'done');
  isOpen = false;
  assert.equal(await ask(), 'done');
});

test('a key from before a restart is found, alone and among new ones, whatever the answer was and would be now', async () => {
  const [accountId, poor, other] = [await ledger.pay('10'), await ledger.pay('1'), await ledger.pay('100')];
  const [done, refused, passing] = [newKey(), newKey(), newKey()];
  const reply = await submit(accountId, '3', { key: done });
  await assert.rejects(submit(poor, '2', { key: refused }), isRefusal('insufficient-balance'));
  let isOpen = true;
  const whenOpen: Command<object, string> = {
    name: 'test-when-open',
    refusals: ['insufficient-balance', 'order-limit-reached', 'market-degraded'],
    coins: () => ['USDT'],
    house: [],
    decide: (_input, { newId }) =>
      isOpen ? { objectId: newId(), moves: [], reply: 'done' } : new Refusal('market-degraded'),
  };
  const ask = (lanes: Lanes, idempotency = newKey()) =>
    lanes.submit({
      command: whenOpen,
      accountId,
      book: 'real',
      input: {},
      idempotency,
      receivedAt: ledger.clock.now(),
    });
  assert.equal(await ask(ledger.lanes, passing), 'done');
  isOpen = false;
  await ledger.pay('10', { accountId: poor });

  for (const neighbours of [0, 30]) {
    const restarted = { ...ledger, lanes: await ledger.openAgain() };
    const others = Array.from({ length: neighbours }, () => submit(other, '1', { to: restarted }));
    assert.deepEqual(await submit(accountId, '3', { key: done, to: restarted }), reply);
    await assert.rejects(submit(poor, '2', { key: refused, to: restarted }), isRefusal('insufficient-balance'));
    const forged = submit(accountId, '3', { key: { ...newKey('other'), key: done.key }, to: restarted });
    await assert.rejects(forged, isRefusal('key-reused'));
    assert.equal(await ask(restarted.lanes, passing), 'done');
    await assert.rejects(ask(restarted.lanes), isRefusal('market-degraded'));
    await Promise.all(others);
    await restarted.lanes.close();
  }
  assert.equal(await ledger.available(accountId), '7');
  assert.equal(await ledger.available(poor), '11');
  assert.equal(await ledger.available(other), '70');
});

test('a key that two processes get at the same moment is carried out once', async (context) => {
  const others = await ledger.openAgain();
  context.after(() => others.close());
  for (let round = 0; round < 30; round++) {
    const accountId = await ledger.pay('10');
    const key = newKey();
    const replies = await Promise.all([
      submit(accountId, '3', { key }),
      submit(accountId, '3', { key, to: { ...ledger, lanes: others } }),
    ]);
    assert.deepEqual(replies[0], replies[1]);
    assert.equal(await ledger.available(accountId), '7');
  }
});

test('two processes that change one balance at the same moment: each decides on what the other left', async (context) => {
  const accountId = await ledger.pay('300');
  const other = await ledger.openAgain();
  context.after(() => other.close());
  let done = 0;
  const customer = async (lanes: Lanes): Promise<void> => {
    for (let count = 0; count < 36; count++) {
      const [book, receivedAt, idempotency] = ['real', ledger.clock.now(), newKey()] as const;
      const held = lanes.submit({ command: hold, accountId, book, input: {}, idempotency, receivedAt });
      await held.then(() => done++, (error) => assert.equal((error as Refusal).code, 'insufficient-balance')); // oxfmt-ignore
    }
  };
  await Promise.all(Array.from({ length: 10 }, (_, number) => customer(number % 2 ? other : ledger.lanes)));
  assert.equal(done, 300);
  assert.equal(await ledger.available(accountId), '0');
  const { rows } = await ledger.serverPool.query<{ after: string }>(
    `select trim_scale(from_after)::text as after from ledger_moves where account_id = $1 and kind = 'swap-placed' and amount = 1`,
    [accountId],
  );
  const after = rows.map((row) => parseInt(row.after, 10)).sort((left, right) => left - right);
  assert.deepEqual(after, Array.from({ length: 300 }, (_, number) => number), 'no two moves left the same'); // oxfmt-ignore
});

test('a command that moves more than there is fails alone; its neighbours in the batch go through', async () => {
  const [poor, rich] = [await ledger.pay('1'), await ledger.pay('100')];
  const broken = ledger.lanes.submit({
    command: overdraw,
    accountId: poor,
    book: 'real',
    input: { amount: wad('5') },
    receivedAt: ledger.clock.now(),
  });
  const others = Array.from({ length: 30 }, () => submit(rich, '1'));
  await assert.rejects(broken, SetAside);
  await Promise.all(others);
  assert.equal(await ledger.available(poor), '1');
  assert.equal(await ledger.available(rich), '70');
});

test('a command that cannot even be written to the database fails alone, at once', async () => {
  const accountId = await ledger.pay('10');
  const broken = submit(accountId, '1', { key: { ...newKey(), key: undefined as unknown as Uuid } });
  const results = await Promise.allSettled([submit(accountId, '2'), broken, submit(accountId, '3')]);
  assert.deepEqual(results.map(({ status }) => status), ['fulfilled', 'rejected', 'fulfilled']); // oxfmt-ignore
  assert.ok((results[1] as PromiseRejectedResult).reason instanceof TypeError);
  assert.equal(await ledger.available(accountId), '5');
});

test('the house promises what it holds in all slices together, and not a cent more', async (context) => {
  const small = await openTestLedger({ bankroll: '100' });
  context.after(() => small.close());
  // The last slice needs so little that a share of what the others hold would be more than that.
  const slices = [11, 16, 11, 2].flatMap((orders, place) => new Array<number>(orders).fill(place + 1));
  const accounts = await Promise.all(slices.map((slice) => small.pay('10', { accountId: idInSlice(slice) })));
  const results = await Promise.allSettled(accounts.map((accountId) => submit(accountId, '10', { to: small })));
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 10);
  for (const result of results) {
    if (result.status === 'rejected') assert.ok(isRefusal('order-limit-reached')(result.reason));
  }
  const { rows } = await small.pool.query<{ held: string }>(
    `select sum(balance)::numeric(10, 2)::text as held from ledger_house where bucket = 'bankroll' and book = 'real'`,
  );
  assert.equal(rows[0]!.held, '0.00');
});

test('a batch that asks for more than the house has gets what there is, whole orders of it', async (context) => {
  const small = await openTestLedger({ bankroll: '100' });
  context.after(() => small.close());
  const accounts = await Promise.all(Array.from({ length: 40 }, () => small.pay('30')));
  const results = await Promise.allSettled(accounts.map((accountId) => submit(accountId, '30', { to: small })));
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 3);
});

test('past its capacity a lane answers busy at once and does nothing', async (context) => {
  const tight = await openTestLedger({ lanes: { capacity: 50 } });
  context.after(() => tight.close());
  const accountId = await tight.pay('1000');
  const results = await Promise.allSettled(Array.from({ length: 200 }, () => submit(accountId, '1', { to: tight })));
  const done = results.filter((result) => result.status === 'fulfilled').length;
  assert.equal(done, 50);
  assert.equal(await tight.available(accountId), '950');
});

test(
  'connections that die under way: every command is carried out once',
  longRun('connections that are cut'),
  async () => {
    const accounts = await Promise.all(Array.from({ length: 20 }, () => ledger.pay('100')));
    // All but those that the test itself uses; how many there were.
    const kill = async (): Promise<number> => {
      const killed = await ledger.serverPool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%ledger%'
       and query not like '%pg_terminate_backend%' and query not like '%trim_scale%' and backend_type = 'client backend'`,
    ).catch(() => ({ rowCount: 1 })); // oxfmt-ignore
      return killed.rowCount ?? 0;
    };
    // Under what was sent just before it, so that there is progress between two of them, however slow the machine is.
    let [kills, rounds] = [0, 0];
    for (; kills < 10 && rounds < 100; rounds++) {
      const sent = Promise.all(accounts.map((accountId) => submit(accountId, '1')));
      kills += await kill();
      await sent;
    }
    assert.ok(kills >= 10, `${kills} kills`);
    for (const accountId of accounts) assert.equal(await ledger.available(accountId), `${100 - rounds}`);
  },
);

test('settledUpTo waits for what was received before, and for nothing else', async () => {
  const accountId = await ledger.pay('5');
  const now = ledger.clock.now();
  const order: string[] = [];
  const command = submit(accountId, '1').then(() => order.push('command'));
  const barrier = ledger.lanes.settledUpTo(now + 1000).then(() => order.push('barrier'));
  await ledger.lanes.settledUpTo(now - 1000);
  order.push('earlier');
  await Promise.all([command, barrier]);
  assert.deepEqual(order, ['earlier', 'command', 'barrier']);
});

test('a lane that is alone takes what comes at once in two halves', async () => {
  const accountId = await ledger.pay('100');
  await Promise.all(Array.from({ length: 100 }, () => submit(accountId, '1')));
  const { rows } = await ledger.serverPool.query(
    `select count(*) as commands from ledger_commands where account_id = $1 and name = 'test-reserve'
     group by xmin`,
    [accountId],
  );
  assert.deepEqual(rows, [{ commands: 50 }, { commands: 50 }]);
});

test('a batch that begins before the one ahead of it was told: its barrier and its repeated keys know of that one', async () => {
  const accountId = await ledger.pay('20');
  const keys = Array.from({ length: 8 }, () => newKey());
  const told: string[] = [];
  const send = (name: string, key: ReturnType<typeof newKey>) =>
    submit(accountId, '1', { key }).then((reply) => (told.push(name), reply));
  const first = keys.map((key) => send('first', key));
  await new Promise(setImmediate);
  const receivedAt = ledger.clock.now();
  while (ledger.clock.now() === receivedAt) await new Promise(setImmediate);
  const second = [...keys.slice(0, 4), newKey(), newKey()].map((key) => send('second', key));
  const barrier = ledger.lanes.settledUpTo(receivedAt).then(() => told.push('barrier'));
  const [replies, later] = await Promise.all([Promise.all(first), Promise.all(second), barrier]);
  assert.deepEqual(later.slice(0, 4), replies.slice(0, 4));
  assert.deepEqual(told, [...first.map(() => 'first'), 'barrier', ...second.map(() => 'second')]);
  assert.equal(await ledger.available(accountId), '10');
});

test('the database itself refuses writes beside ledger_post, both books in one entry, and bonus money at the bank', async () => {
  const accountId = await ledger.pay('5');
  const refused = (sql: string, code: string) =>
    assert.rejects(ledger.serverPool.query(sql), (error: { code?: string }) => error.code === code);
  await refused(`update ledger_balances set available = 1e6 where account_id = '${accountId}'`, '42501');
  await refused(`update ledger_house set balance = 1e6`, '42501');
  await refused(`delete from ledger_moves`, '42501');
  await refused(`truncate ledger_moves`, '42501');
  await refused(`update ledger_moves set amount = 1`, '42501');
  await refused(`update ledger_commands set reply = '1'`, '42501');
  await refused(`delete from ledger_commands`, '42501');
  const forged = (code: string, ...moves: { book: string; from: string; to: string }[]) =>
    assert.rejects(postByHand(ledger.serverPool, accountId, moves), (error: { code?: string }) => error.code === code);
  const reserving = { from: 'available', to: 'reserved' };
  await forged('23514', { book: 'real', ...reserving }, { book: 'bonus', ...reserving });
  await forged('23514', { book: 'bonus', from: 'available', to: 'bank' });
  await forged('23503', { book: 'bonus', ...reserving });
  await forged('23514', { book: 'real', from: 'reserved', to: 'available' });
  assert.equal(await ledger.available(accountId), '5');
});

test('after all of it the journal explains every balance', async () => {
  const { rows } = await journalAudit();
  assert.ok(rows[0]!.entries > runs(3_000));
  const { checkInvariants, ledgerInvariants } = await import('./check-invariants.ts');
  const broken = (await checkInvariants(ledger.serverPool, ledgerInvariants)).filter((report) => report.broken > 0);
  assert.deepEqual(broken, []);
});
