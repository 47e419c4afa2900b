// A batch is committed with all that it decided, or not at all; and what was read is what is written to.
import { wad, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runAsOwner } from '../../test/support/database.ts';
import { newKey, openTestLedger, type TestLedger } from '../../test/support/money.ts';
import { amount, instant, uuid } from '../kit/columns.ts';
import { openPool } from '../kit/postgres.ts';
import { table, type Row, type Table } from '../kit/table.ts';
import { until } from '../kit/until.test-support.ts';
import { checkInvariants, ledgerInvariants } from './check-invariants.ts';
import { insertRow, updateRow, type Command, type RowWrite } from './command.ts';
import type { Lanes } from './lanes.ts';

const notes = table('test_notes', { key: { accountId: uuid, noteId: uuid }, fixed: { at: instant }, changing: { worth: amount }, later: { endedAt: instant.orNull } }); // oxfmt-ignore
type Note = Row<typeof notes>;
/** The same rows, read without a lock. */
const freeNotes = table('test_notes', { key: { accountId: uuid, noteId: uuid }, fixed: { at: instant }, changing: { worth: amount }, later: { endedAt: instant.orNull }, isUnlocked: true }); // oxfmt-ignore

let ledger: TestLedger;
before(async () => {
  ledger = await openTestLedger();
  await runAsOwner(
    ledger,
    `create table test_notes (account_id uuid not null, note_id uuid not null, at timestamptz not null, worth numeric(38, 18) not null,
       ended_at timestamptz, version bigint not null default 0, primary key (account_id, note_id));
     grant select, insert, update on test_notes to candor_app`,
  );
});
after(async () => {
  const broken = (await checkInvariants(ledger.serverPool, ledgerInvariants)).filter((report) => report.broken > 0);
  await ledger.close();
  assert.deepEqual(broken, []);
});

interface Input {
  noteId: Uuid;
  decide: (known: Note | undefined) => RowWrite[];
  in?: Table<Note>;
}
const textOf = ({ noteId, worth, at, endedAt }: Note): string => [noteId, worth, at, endedAt].join(' ');
const move = { kind: 'swap-placed', coin: 'USDT', from: 'available', to: 'reserved', amount: wad('1') } as const;
/** Moves 1 USDT, and with it what the test decides. */
const write: Command<Input, { seen: string | null }> = {
  name: 'test-write',
  refusals: [],
  coins: () => ['USDT'],
  house: [],
  rows: ({ noteId, in: from = notes }) => [{ table: from, id: noteId }],
  decide({ noteId, decide, in: from = notes }, state) {
    const known = state.row(from, noteId);
    return { objectId: noteId, moves: [move], writes: decide(known), reply: { seen: known ? textOf(known) : null } };
  },
};
const submit = (accountId: Uuid, input: Input, { lanes = ledger.lanes, key = newKey() } = {}) =>
  lanes.submit({ command: write, accountId, book: 'real', input, idempotency: key, receivedAt: ledger.clock.now() });

const noteOf = (accountId: Uuid, noteId = ledger.newId()): Note => ({ accountId, noteId, at: ledger.clock.now(), worth: wad('5'), endedAt: null }); // oxfmt-ignore
async function stored(noteId: Uuid): Promise<{ worth: string; version: number } | undefined> {
  const { rows } = await ledger.serverPool.query<{ worth: string; version: number }>(
    'select trim_scale(worth)::text as worth, version from test_notes where note_id = $1',
    [noteId],
  );
  return rows[0];
}

/** Its command fails, whatever is beside it in the batch goes on, and neither money nor key of it is kept. */
async function failsAlone(accountId: Uuid, input: Input, reason: RegExp): Promise<void> {
  const [key, neighbour] = [newKey(), noteOf(accountId)];
  const results = await Promise.allSettled([
    submit(accountId, input, { key }),
    submit(accountId, { noteId: neighbour.noteId, decide: () => [insertRow(notes, neighbour)] }),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  );
  const error = (results[0] as PromiseRejectedResult).reason as Error;
  assert.match(`${String(error)} ${String(error.cause)}`, reason);
  assert.equal(await ledger.available(accountId), '9');
  assert.deepEqual(await stored(neighbour.noteId), { worth: '5', version: 0 });
  const { rowCount } = await ledger.serverPool.query('select from ledger_commands where key = $1', [key.key]);
  assert.equal(rowCount, 0);
}

test('a row is inserted, read, changed and changed again, each time from where it stood', async () => {
  const accountId = await ledger.pay('10');
  const note = noteOf(accountId);
  await submit(accountId, { noteId: note.noteId, decide: () => [insertRow(notes, note)] });
  for (const worth of ['6', '7'] as const) {
    await submit(accountId, {
      noteId: note.noteId,
      decide: (known) => [updateRow(notes, { ...known!, worth: wad(worth), endedAt: note.at })],
    });
  }
  const { seen } = await submit(accountId, { noteId: note.noteId, decide: () => [] });
  assert.equal(seen, textOf({ ...note, worth: wad('7'), endedAt: note.at }));
  assert.deepEqual(await stored(note.noteId), { worth: '7', version: 2 });
});

test('a row that is new and changed by the next command of the batch is as the last one left it', async () => {
  const accountId = await ledger.pay('10');
  const note = noteOf(accountId);
  await Promise.all([
    submit(accountId, { noteId: note.noteId, decide: () => [insertRow(notes, note)] }),
    submit(accountId, { noteId: note.noteId, decide: (known) => [updateRow(notes, { ...known!, worth: wad('6') })] }),
  ]);
  assert.deepEqual(await stored(note.noteId), { worth: '6', version: 1 });
});

test('a row that can not be written as a parameter: nothing of its command is committed', async () => {
  for (const wrong of [
    { worth: undefined as unknown as Wad },
    { at: Number.NaN },
    { noteId: undefined as unknown as Uuid },
  ]) {
    const accountId = await ledger.pay('10');
    const note = { ...noteOf(accountId), ...wrong };
    await failsAlone(
      accountId,
      { noteId: ledger.newId(), decide: () => [insertRow(notes, note)] },
      /TypeError|RangeError/,
    );
  }
});

test('a row that the database refuses, one that is there already, and one that would lose a column', async () => {
  const accountId = await ledger.pay('10');
  const note = noteOf(accountId);
  await submit(accountId, { noteId: note.noteId, decide: () => [insertRow(notes, note)] });
  for (const [wrong, reason] of [
    [note, /has .* already/],
    [{ ...noteOf(accountId), worth: null as unknown as Wad }, /null value/],
    [{ ...noteOf(accountId), endedAt: 5 }, /is inserted with ended_at/],
  ] as const) {
    const other = await ledger.pay('10');
    const write = insertRow(notes, wrong === note ? note : { ...wrong, accountId: other });
    if (wrong === note) {
      const again = submit(accountId, { noteId: note.noteId, decide: () => [write] });
      await assert.rejects(again, (error: Error) => reason.test(String(error.cause)));
    } else await failsAlone(other, { noteId: ledger.newId(), decide: () => [write] }, reason);
  }
  assert.equal(await ledger.available(accountId), '9');
});

test('an update of a row that was not read, and one that the database drops', async (context) => {
  const [poor, other] = [await ledger.pay('10'), await ledger.pay('10')];
  const note = noteOf(other);
  await failsAlone(poor, { noteId: ledger.newId(), decide: () => [updateRow(notes, note)] }, /no row that was read/);
  await submit(other, { noteId: note.noteId, decide: () => [insertRow(notes, note)] });
  await runAsOwner(
    ledger,
    `create function test_drop() returns trigger language plpgsql as $$ begin return null; end $$;
     create trigger test_dropping before update on test_notes for each row execute function test_drop()`,
  );
  context.after(() => runAsOwner(ledger, 'drop trigger test_dropping on test_notes'));
  const dropped: Input = { noteId: note.noteId, decide: (known) => [updateRow(notes, { ...known!, worth: wad('6') })] };
  await assert.rejects(submit(other, dropped), /0 of 1 rows of test_notes were written/);
  assert.equal(await ledger.available(other), '9');
});

test("another's row is not seen, though its owner's command is in the same batch", async () => {
  const [owner, thief] = [await ledger.pay('10'), await ledger.pay('10')];
  const note = noteOf(owner);
  await submit(owner, { noteId: note.noteId, decide: () => [insertRow(notes, note)] });
  const look: Input = { noteId: note.noteId, decide: () => [] };
  for (const order of [
    [owner, thief],
    [thief, owner],
  ]) {
    const seen = await Promise.all(order.map((accountId) => submit(accountId, look)));
    assert.deepEqual(
      seen.map((reply) => reply.seen),
      order.map((id) => (id === owner ? textOf(note) : null)),
    );
  }
});

/** Holds both lanes before they write, after they have read. */
async function whileBothHaveRead(work: () => Promise<unknown>[]): Promise<void> {
  const owner = openPool(ledger.ownerUrl, 1);
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('lock table ledger_moves in share mode');
  const both = work();
  const waiting = `select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until('both wait', async () => (await ledger.serverPool.query<{ count: number }>(waiting)).rows[0]!.count >= 2);
  await holder.query('commit');
  holder.release();
  await owner.end();
  await Promise.all(both);
}

test('the first commands of one account and coin in two lanes: the second decides on what the first left', async (context) => {
  const other = await ledger.openAgain();
  context.after(() => other.close());
  const give: Command<object, null> = {
    name: 'test-give',
    refusals: [],
    coins: () => ['BTC'],
    house: ['suspense'],
    decide: (_, { newId }) => ({
      objectId: newId(),
      moves: [{ kind: 'test-money', coin: 'BTC', from: 'suspense', to: 'available', amount: wad('1') }],
      reply: null,
    }),
  };
  const accountId = ledger.newId();
  const submitTo = (lanes: Lanes) => lanes.submit({ command: give, accountId, book: 'real', input: {}, idempotency: newKey(), receivedAt: ledger.clock.now() }); // oxfmt-ignore
  await whileBothHaveRead(() => [submitTo(ledger.lanes), submitTo(other)]);
  const { rows } = await ledger.serverPool.query<{ after: string }>(
    'select trim_scale(to_after)::text as after from ledger_moves where account_id = $1 order by to_after',
    [accountId],
  );
  assert.deepEqual(rows, [{ after: '1' }, { after: '2' }]);
});

test('a row that is read without a lock and changed by two lanes at once is changed by both in turn', async (context) => {
  const other = await ledger.openAgain();
  context.after(() => other.close());
  const owner = await ledger.pay('10');
  const note = noteOf(owner);
  await submit(owner, { noteId: note.noteId, decide: () => [insertRow(notes, note)] });
  const more: Input = {
    noteId: note.noteId,
    in: freeNotes,
    decide: (known) => [updateRow(freeNotes, { ...known!, worth: (known!.worth + wad('1')) as Wad })],
  };
  await whileBothHaveRead(() => [ledger.lanes, other].map((lanes) => submit(owner, more, { lanes })));
  assert.deepEqual(await stored(note.noteId), { worth: '7', version: 2 });
});
