// A ledger to test against: lanes on a cloned database, a house with a bankroll, and customers with test money.
import { isCommon, wad, type AssetCode, type Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { giveMoney } from '../../src/demo/give-test-money.ts';
import { createBus, type Bus } from '../../src/kit/bus.ts';
import { systemClock, type Clock } from '../../src/kit/clock.ts';
import type { Book } from '../../src/kit/feature.ts';
import { Refusal } from '../../src/kit/refuse.ts';
import { idMaker } from '../../src/kit/new-id.ts';
import { openPool, type Pool } from '../../src/kit/postgres.ts';
import { checkInvariants } from '../../src/ledger/check-invariants.ts';
import { openLanes, type Lanes, type LanesOptions } from '../../src/ledger/lanes.ts';
import { moneyInvariants } from '../../src/products.ts';
import { cloneDatabase, runAsOwner } from './database.ts';
import { payIntoHouse } from './pay-into-house.ts';

export interface TestLedger {
  url: string;
  /** As the role that a console is. */
  consoleUrl: string;
  ownerUrl: string;
  /** As the superuser, where the database is the ledger's own. */
  adminUrl: string | undefined;
  /** As the process has it that operators reach; lanes come as the server. */
  /** As the console's role, which products of a stage act by. */
  pool: Pool;
  /** As the server's role, by which alone money is posted. */
  serverPool: Pool;
  bus: Bus;
  clock: Clock;
  lanes: Lanes;
  newId: () => Uuid;
  /** Pays test money into an account, made if it is new. */
  pay(amount: string, to?: { accountId?: Uuid; book?: Book; coin?: AssetCode }): Promise<Uuid>;
  available(accountId: Uuid, coin?: AssetCode): Promise<string>;
  /** Lanes as of another process, or of this one after a restart. */
  openAgain(): Promise<Lanes>;
  /** Fails with what is broken if any invariant of the ledger does not hold. */
  audit(): Promise<void>;
  close(): Promise<void>;
}

/** Tests have commands of their own. */
export const anyCommand = { has: () => true };

/**
 * Tests move money as no product does, under a name that the demo has: whatever way it goes, it is posted. What they pay to customers
 * comes from the faucet, with its rows and no limit.
 */
export const declareTestMoves = (database: { ownerUrl: string }): Promise<void> =>
  runAsOwner(
    database,
    `insert into ledger_movements (kind, from_bucket, to_bucket)
       select 'test-money', f, t from unnest(enum_range(null::ledger_bucket)) as f, unnest(enum_range(null::ledger_bucket)) as t
       where f <> t
     on conflict do nothing;
     insert into ledger_movements values ('test-money', 'available', 'reserved', 'bankroll', 'options-reserve') on conflict do nothing;
     alter table ledger_moves disable trigger ledger_moves_of_faucet;
     update demo_faucet_limits set amount = 1e15`,
  );

/** A refusal that its command doesn't list is a failure; whoever asked waits no turn longer for that. */
const checkRefusals = (lanes: Lanes): Lanes => ({
  ...lanes,
  submit(submission) {
    const answer = lanes.submit(submission);
    answer.catch((error: unknown) => {
      if (!(error instanceof Refusal) || isCommon(error.code)) return;
      const { name, refusals } = submission.command;
      assert.ok(refusals.includes(error.code), `${name} refused with ${error.code}, which it does not list`);
    });
    return answer;
  },
});

export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
export const newKey = (digest = 'same'): { key: Uuid; digest: Buffer } => ({
  key: randomUUID() as Uuid,
  digest: digestOf(digest),
});

export interface TestLedgerSettings {
  /** One that is there already and stays; a clone if there is none. */
  database?: { url: string; consoleUrl: string; ownerUrl: string };
  bankroll?: string;
  /** None unless given. */
  stakingRewards?: string;
  clock?: Clock;
  lanes?: Partial<LanesOptions>;
  /** How lanes get to the database of an address; straight if there is none. */
  way?: (url: string) => Promise<string>;
}

export async function openTestLedger(settings: TestLedgerSettings = {}): Promise<TestLedger> {
  const clone = settings.database ? undefined : await cloneDatabase();
  const { url, consoleUrl, ownerUrl } = settings.database ?? clone!;
  await declareTestMoves({ ownerUrl });
  const pool = openPool(consoleUrl, 4);
  const serverPool = openPool(url, 4);
  const bus = createBus();
  const clock = settings.clock ?? systemClock;
  const newId = idMaker(clock);
  const databaseUrl = (await settings.way?.(url)) ?? url;
  const openAgain = () =>
    openLanes({ databaseUrl, clock, bus, newId, commands: anyCommand, ...settings.lanes }).then(checkRefusals);
  const lanes = await openAgain();
  for (const book of ['real', 'bonus'] as const) {
    const funds = { lanes, ownerUrl, clock };
    await payIntoHouse(funds, { book, amount: settings.bankroll ?? '1000000' });
    const { stakingRewards: amount = '0' } = settings;
    if (wad(amount) > 0n) await payIntoHouse(funds, { book, amount, bucket: 'staking-rewards' });
  }
  return {
    url,
    consoleUrl,
    ownerUrl,
    adminUrl: clone?.adminUrl,
    pool,
    serverPool,
    bus,
    clock,
    lanes,
    newId,
    openAgain,
    async pay(amount, { accountId = newId(), book = 'real', coin = 'USDT' } = {}) {
      const asker = { accountId, book, receivedAt: clock.now(), idempotency: newKey() };
      await giveMoney(lanes, asker, { coin, amount: wad(amount), purpose: 'faucet', limit: wad('1000000000000000') });
      return accountId;
    },
    async available(accountId, coin = 'USDT') {
      const { rows } = await pool.query<{ available: string }>(
        'select trim_scale(available)::text as available from ledger_balances where account_id = $1 and coin = $2',
        [accountId, coin],
      );
      return rows[0]?.available ?? '0';
    },
    async audit() {
      const broken = (await checkInvariants(pool, moneyInvariants)).filter((report) => report.broken > 0);
      assert.deepEqual(broken, []);
    },
    async close() {
      await lanes.close();
      await Promise.all([pool.end(), serverPool.end()]);
      await clone?.drop();
    },
  };
}

/** Calls ledger_post past the lanes, as somebody with the database's password could: one entry of moves of 1 USDT each. */
export function postByHand(
  pool: Pool,
  accountId: string,
  moves: readonly {
    book: string;
    from: string;
    to: string;
    after?: readonly [from: number | null, to: number | null];
  }[],
): Promise<unknown> {
  const customer = ['available', 'reserved', 'margin', 'staked'];
  const slices = moves.map(() => 0);
  const none = moves.map(() => null);
  const entryId = randomUUID();
  const places = moves.map((_, place) => place + 1);
  return pool.query(
    `select ledger_post($1::text[], $2::text[], $3::ledger_book[], $4::ledger_bucket[], $5::ledger_bucket[],
       $6::smallint[], $6::smallint[], $7::text[]::ledger_bucket[], $7::text[]::ledger_bucket[],
       $7::text[]::smallint[], $9::text[]::smallint[], $8::uuid[], $10::uuid[], $9::text[]::smallint[], $10::uuid[],
       $13::text[]::numeric[], $11::numeric[], $12::numeric[], $7::text[]::numeric[], now(),
       array(select coalesce((select version from ledger_balances where account_id = id and coin = 'USDT'), 0) from unnest($8::uuid[]) as id))`,
    [
      moves.map(() => 'test-money'),
      moves.map(() => 'USDT'),
      moves.map(({ book }) => book),
      moves.map(({ from }) => from),
      moves.map(({ to }) => to),
      slices,
      none,
      moves.map(() => accountId),
      places,
      moves.map(() => entryId),
      moves.map(({ from, after }) => (customer.includes(from) ? (after?.[0] ?? 0) : null)),
      moves.map(({ to, after }) => (customer.includes(to) ? (after?.[1] ?? 0) : null)),
      moves.map(() => 1),
    ],
  );
}
