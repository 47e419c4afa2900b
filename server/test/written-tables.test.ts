// The rows of every product's tables, through PostgreSQL and back: what was handed to the lanes is what is read.
import { coinCodes, type Uuid, type Wad } from '@candor/wire';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { accountOrders } from '../src/contracts/account-orders.ts';
import { contractExposures } from '../src/contracts/house-limit.ts';
import { contractChanges, contractOrders, type ContractChange } from '../src/contracts/order.ts';
import { faucetDays } from '../src/demo/store.ts';
import { select } from '../src/kit/select.ts';
import { openKeyedConnection } from '../src/kit/postgres.ts';
import { sendTogether } from '../src/kit/statement-group.ts';
import type { RowKey, Table } from '../src/kit/table.ts';
import { houseDues } from '../src/ledger/dues.ts';
import { personalLimits } from '../src/ledger/personal-limits.ts';
import { optionOrders } from '../src/options/order.ts';
import { connectToClone } from './support/database.ts';
import { runs } from './support/seed.ts';

const { connection, end } = await connectToClone(openKeyedConnection);
after(end);

const record = <T>(model: { [Name in keyof T]: fc.Arbitrary<T[Name]> }): fc.Arbitrary<T> =>
  fc.record(model, { noNullPrototype: true });
const id = fc.uuid() as fc.Arbitrary<Uuid>;
const amount = fc.bigInt({ min: 1n - 10n ** 38n, max: 10n ** 38n - 1n }) as fc.Arbitrary<Wad>;
const instant = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2200, 0, 1) });
const integer = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const sequence = fc.maxSafeInteger();
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value);
const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''));
const book = fc.constantFrom('real' as const, 'bonus' as const);
const coin = fc.constantFrom(...coinCodes);
const tick = record({ sequence, price: amount, publishedAt: instant });
const asked = { receivedAt: instant, acceptedSequence: sequence };

/** A copy of the table for this connection alone, of the same columns and without the rules of the product. */
async function emptied(name: string): Promise<void> {
  await connection.query(`drop table if exists pg_temp.${name}`);
  await connection.query(`create temp table ${name} (like public.${name} including defaults including identity)`);
}

interface Parts<Row> {
  key: fc.Arbitrary<Partial<Row>>;
  fixed?: fc.Arbitrary<Partial<Row>>;
  changing?: fc.Arbitrary<Partial<Row>>;
  later?: fc.Arbitrary<Partial<Row>>;
  /** What is read of a row that is inserted without it. */
  computed?: Partial<Row>;
  nameOf: (row: Row) => RowKey;
}

function roundTrip<Row>(table: Table<Row>, { key, fixed = none(), changing = none(), later = none(), computed = {}, nameOf }: Parts<Row>): void {
  test(`rows of ${table.name} are read as they were inserted, and then as they were updated`, async () => {
    const empty = (values: object): object => Object.fromEntries(Object.keys(values).map((name) => [name, null]));
    const steps = record({ key, fixed, changing, changed: changing, later });
    const rows = fc.uniqueArray(steps, { minLength: 1, maxLength: 20, selector: (each) => table.keyOf(each.key as Row) });
    await fc.assert(
      fc.asyncProperty(rows, async (parts) => {
        await emptied(table.name);
        const inserted = parts.map((each) => ({ ...each.key, ...each.fixed, ...each.changing, ...empty(each.later), ...computed }) as Row);
        const updated = parts.map((each) => ({ ...each.key, ...each.fixed, ...each.changed, ...each.later, ...computed }) as Row);
        const stored = async (version: number): Promise<Map<string, Row>> => {
          const [[locked]] = await sendTogether(connection, [table.lock(inserted.map(nameOf))]);
          assert.ok(locked!.every((each) => each.version === version));
          return new Map(locked!.map(({ row }) => [table.keyOf(row), row]));
        };
        const byKey = (all: readonly Row[]) => new Map(all.map((row) => [table.keyOf(row), row]));
        await sendTogether(connection, table.insert(inserted));
        assert.deepEqual(await stored(0), byKey(inserted));
        await sendTogether(connection, [table.update(updated.map((row) => ({ row, version: 0 })))]);
        assert.deepEqual(await stored(1), byKey(updated));
        const { list } = table.columns;
        assert.deepEqual(byKey(await select(connection, table.columns, `select ${list} from ${table.name}`)), byKey(updated));
        await assert.rejects(sendTogether(connection, [table.update([{ row: updated[0]!, version: 0 }])]), /0 of 1 rows/);
      }),
      { numRuns: runs(25) },
    );
  });
} // oxfmt-ignore
const none = () => fc.constant({});

roundTrip(optionOrders, {
  key: record({ accountId: id, orderId: id }),
  fixed: record({
    book,
    coin,
    side: fc.constantFrom('up', 'down'),
    stake: amount,
    profit: amount,
    configId: text,
    configVersion: integer,
    durationMs: integer,
    exitWaitMs: integer,
    ...asked,
  }),
  later: record({
    entry: orNull(tick),
    expiresAt: orNull(instant),
    exit: orNull(tick),
    ending: orNull(
      record({
        result: fc.constantFrom('win', 'lose', 'tie', 'void'),
        voidReason: orNull(fc.constantFrom('no-entry-tick', 'no-exit-tick')),
        paid: amount,
        settledAt: instant,
      }),
    ),
  }),
  nameOf: ({ accountId, orderId }) => ({ accountId, id: orderId }),
});

roundTrip(contractOrders, {
  key: record({ accountId: id, orderId: id }),
  fixed: record({
    book,
    coin,
    side: fc.constantFrom('long', 'short'),
    orderType: fc.constantFrom('market', 'limit'),
    lever: integer,
    sheets: integer,
    sheetSize: amount,
    tradePrice: amount,
    margin: amount,
    fee: amount,
    configVersion: integer,
    ...asked,
    expiresAt: orNull(instant),
  }),
  changing: record({
    state: fc.constantFrom('waiting', 'open', 'ended'),
    takeProfit: orNull(amount),
    stopLoss: orNull(amount),
    termsSequence: sequence,
    openSheets: integer,
    openMargin: amount,
    openAdded: amount,
    addedMargin: amount,
    changeCount: integer,
    paid: amount,
    due: amount,
  }),
  later: record({
    entry: orNull(tick),
    liquidationPrice: orNull(amount),
    closing: orNull(record({ sheets: integer, ...asked })),
    exit: orNull(tick),
    ending: orNull(
      record({
        result: fc.constantFrom('closed', 'take-profit', 'stop-loss', 'liquidated', 'cancelled'),
        cancelReason: orNull(fc.constantFrom('by-customer', 'price-moved', 'no-entry-tick', 'expired')),
        cancelled: orNull(record(asked)),
        settledAt: instant,
      }),
    ),
  }),
  nameOf: ({ accountId, orderId }) => ({ accountId, id: orderId }),
});

roundTrip(contractExposures, {
  key: record({ exposureId: id }),
  fixed: record({ coin, book, slice: fc.integer({ min: 0, max: 4 }) }),
  changing: record({
    openLong: amount,
    openShort: amount,
    waitingLongValue: amount,
    waitingShortValue: amount,
    reserved: amount,
  }),
  nameOf: ({ exposureId }) => ({ accountId: exposureId, id: exposureId }),
});

roundTrip(accountOrders, {
  key: record({ accountId: id }),
  changing: record({ liveOrders: integer, restingOrders: integer, restingValue: amount }),
  nameOf: ({ accountId }) => ({ accountId, id: accountId }),
});

const ownLimits = {
  lossDay: orNull(amount),
  lossWeek: orNull(amount),
  lossMonth: orNull(amount),
  stakeMax: orNull(amount),
};
roundTrip(personalLimits, {
  key: record({ accountId: id }),
  changing: record({
    limits: record(ownLimits),
    next: orNull(record({ at: instant, ...ownLimits })),
    reminderMinutes: orNull(integer),
    pause: orNull(record({ kind: fc.constantFrom('time-out', 'self-exclusion'), endsAt: instant })),
    atRisk: amount,
    countedAt: instant,
    lost: record({ day: amount, week: amount, month: amount }),
  }),
  nameOf: ({ accountId }) => ({ accountId, id: accountId }),
});

roundTrip(houseDues, {
  key: record({ accountId: id, dueId: id }),
  fixed: record({
    book,
    coin: fc.constant('USDT' as const),
    kind: fc.constant('contract-profit' as const),
    objectId: id,
    amount,
    at: instant,
  }),
  // Nothing waits before any of them.
  changing: record({ unpaid: amount.map((value) => (value > 0n ? -value : value) as Wad), paidAt: orNull(instant) }),
  computed: { isFirst: true },
  nameOf: ({ accountId, dueId }) => ({ accountId, id: dueId }),
});

roundTrip(faucetDays, {
  key: record({ accountId: id, dayId: id }),
  fixed: record({
    coin,
    day: instant.map((ms) => new Date(ms).toISOString().slice(0, 10)),
    purpose: fc.constantFrom('faucet', 'experience'),
  }),
  changing: record({ given: amount }),
  nameOf: ({ accountId, dayId }) => ({ accountId, id: dayId }),
});

test('lines of all kinds are read as they were added to a history', async () => {
  const line = { accountId: id, orderId: id, number: integer, at: instant };
  const change: fc.Arbitrary<ContractChange> = fc.oneof(
    record({ ...line, kind: fc.constant('stops' as const), asked: record(asked), takeProfit: orNull(amount), stopLoss: orNull(amount) }),
    record({ ...line, kind: fc.constant('margin' as const), asked: record(asked), amount }),
    record({ ...line, kind: fc.constant('close' as const), asked: record(asked), sheets: integer }),
    record({ ...line, kind: fc.constant('part' as const), tick, sheets: integer, margin: amount, pnl: amount, paid: amount }),
  ); // oxfmt-ignore
  const { columns, name } = contractChanges;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(change, { minLength: 1, maxLength: 20, selector: (each) => contractChanges.keyOf(each) }),
      async (changes) => {
        await emptied(name);
        await sendTogether(connection, contractChanges.insert(changes));
        const stored = await select(connection, columns, `select ${columns.list} from ${name}`);
        assert.deepEqual(stored, changes);
      },
    ),
    { numRuns: runs(50) },
  );
});
