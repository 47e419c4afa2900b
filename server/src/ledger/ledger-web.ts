// The ledger where requests arrive: balances and bills, and what is pushed of them.
import {
  findAccountCoinByTransaction,
  formatAmount,
  objectOfMovement,
  queryBills,
  toInstant,
  wireId,
  type CustomerBucket,
} from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import { bindSelf } from '../kit/feature.ts';
import { createJob } from '../kit/jobs.ts';
import { answerPage } from '../kit/paged-list.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import { sealCursors } from '../kit/sealed-cursors.ts';
import type { Secrets } from '../kit/secrets.ts';
import { pruneClaims } from './claim-key.ts';
import { houseBuckets, type Bucket, type Happening } from './command.ts';
import { followOutbox } from './follow-outbox.ts';
import { forgetRefusals } from './forget-refusals.ts';
import { readBalances, readMoves } from './read-store.ts';
import type { BalanceRow } from './store.ts';

const pruneEveryMs = 60_000;
const forgetEveryMs = 3_600_000;

interface LedgerWebParts {
  pool: Pool;
  bus: Bus;
  hub: Hub;
  secrets: Pick<Secrets, 'pepper' | 'olderPeppers'>;
}

export function ledgerWeb({ pool, bus, hub, secrets }: LedgerWebParts): WebPart {
  const cursors = sealCursors(secrets);
  const outbox = followOutbox({ pool, bus, role: 'web', missed });

  const notify = (row: BalanceRow): void =>
    hub.notify(`account:${row.accountId}`, () => ({ action: 'balance', notify: balanceMessage(row) }));

  async function missed(happenings: readonly Happening[]): Promise<void> {
    const present = new Set(hub.openSessions().map(({ accountId }) => accountId));
    const ours = happenings.filter(({ accountId }) => present.has(accountId));
    for (const accountId of new Set(ours.map((happening) => happening.accountId))) {
      for (const row of await readBalances(pool, accountId)) notify(row);
    }
    for (const happening of ours) bus.emit('ledger.missed', happening);
  }

  return {
    jobs: [
      createJob({
        name: 'prune-claims',
        role: 'web',
        every: pruneEveryMs,
        isShared: true,
        run: () => pruneClaims(pool),
      }),
      createJob({
        name: 'forget-refusals',
        role: 'web',
        every: forgetEveryMs,
        isShared: true,
        run: () => forgetRefusals(pool),
      }),
    ],
    calls: [
      bindSelf(findAccountCoinByTransaction, async (_payload, { session }) => {
        const rows = await readBalances(pool, session.accountId);
        const list = rows.map(balanceMessage);
        return { TOTAL: list.length, RESULT_LIST: list };
      }),
      bindSelf(queryBills, async ({ coin_code: coin, ...page }, { session: { accountId } }) => {
        const found = await cursors.read(accountId, page, (opened) => readMoves(pool, { accountId, coin }, opened));
        return answerPage(found, found.rows.map(billMessage));
      }),
    ],
    async start() {
      bus.on('ledger.balance', notify);
      await outbox.start();
    },
    stop: outbox.stop,
  };
}

type Move = Awaited<ReturnType<typeof readMoves>>['rows'][number];
const billMessage = (move: Move) => ({
  entry_id: wireId('entry', move.entryId),
  leg: move.leg,
  at: toInstant(move.at),
  kind: move.kind,
  object_id: wireId(objectOfMovement[move.kind], move.objectId),
  coin_code: move.coin,
  amount: formatAmount(move.amount),
  from: ownBucket(move.from),
  to: ownBucket(move.to),
  from_balance: move.fromAfter === null ? null : formatAmount(move.fromAfter),
  to_balance: move.toAfter === null ? null : formatAmount(move.toAfter),
});

const balanceMessage = ({ coin, amounts, version }: BalanceRow) => ({
  coin_code: coin,
  qty: formatAmount(amounts.available),
  reserved: formatAmount(amounts.reserved),
  margin: formatAmount(amounts.margin),
  staked: formatAmount(amounts.staked),
  version,
});

const isHouse = new Set<Bucket>(houseBuckets);
const ownBucket = (bucket: Bucket): CustomerBucket | 'house' =>
  isHouse.has(bucket) ? 'house' : (bucket as CustomerBucket);
