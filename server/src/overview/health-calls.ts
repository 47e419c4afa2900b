// How the business runs, as calls of the console: alarms, processes, the newest check of the books, and commands that were set aside.
import { coinCodes, endLocks, exportSetAside, getHealth, listSetAside, retrySetAside, rolesFor, toInstant, wireId } from '@candor/wire'; // oxfmt-ignore
import { findRateAlarms, judgeRates } from '../currencies/judge-rates.ts';
import { readRatesStored } from '../currencies/rates-desk.ts';
import { allNamed } from '../kit/all-named.ts';
import { appendAudit } from '../kit/audit-log.ts';
import { bindList } from '../kit/bind-list.ts';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import type { BoundQueue } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { countSetAside, readSetAside, tryAgain } from '../ledger/set-aside.ts';
import type { Market } from '../market/market.ts';
import { findAlarms, isSilent } from './alarms.ts';
import {
  readBankroll,
  readDatabaseTime,
  readDeliveries,
  readLooked,
  readNewestCheck,
  readProcesses,
  readRefusedCalls,
  readUnfinishedAudit,
  readUnsignedSince,
  readStoppedPayments,
  readTakenBack,
  readWaitingDraws,
  readTroubledNetworks,
  readContractPayments,
  readLowWallets,
  readWaitingDeposits,
} from './health-store.ts';
import { endHeldLock, readHeldLocks } from './held-locks.ts';
import { sumDues } from './store.ts';

export interface HealthParts {
  pool: Pool;
  market: Pick<Market, 'state'>;
}

export const setAsideQueue = (pool: Pool): BoundQueue => ({
  name: 'set-aside',
  list: listSetAside,
  decidedBy: rolesFor(retrySetAside),
  async count() {
    const { count, oldestAt } = await countSetAside(pool);
    return { waiting: count, oldestAt };
  },
});

export const healthCalls = ({ pool, market }: HealthParts): BoundCall[] => [
  bindOperator(getHealth, async () => {
    const now = await readDatabaseTime(pool);
    const state = await readState({ pool, market, now });
    const { processes, books } = state;
    const alarms = findAlarms(state, now);
    return {
      alarms: alarms.map(({ kind, isGrave, about, since, pid = null }) => ({
        kind,
        is_grave: isGrave,
        about,
        since: since === null ? null : toInstant(since),
        pid,
      })),
      processes: processes.map((each) => ({
        role: each.role,
        host: each.host,
        pid: each.pid,
        started_at: toInstant(each.startedAt),
        seen_at: toInstant(each.seenAt),
        is_silent: isSilent(each, now),
        busy: `${each.busyPermille >= 1000 ? 1 : 0}.${String(each.busyPermille % 1000).padStart(3, '0')}`,
        memory_mb: each.memoryMb,
      })),
      books: books
        ? {
            checked_at: toInstant(books.endedAt),
            asked_by: books.askedBy,
            invariants: books.invariants,
            broken: books.broken,
          }
        : null,
    };
  }),
  bindOperator(endLocks, async ({ pid }, { operator }) => {
    const ended = (await endHeldLock(pool, pid)) ?? refuse('not-found');
    await appendAudit(pool, { operator: operator.name, act: 'locks-ended', subject: String(pid), detail: ended });
    return {};
  }),
  ...bindList(listSetAside, exportSetAside, {
    pool,
    head: ['set_aside_id', 'command', 'account_id', 'object_id', 'error', 'tries', 'at'],
    async read({ sort = '-at', pagesize, current_page: page }) {
      const { total, rows } = await readSetAside(pool, { sort, limit: pagesize, offset: (page - 1) * pagesize });
      const list = rows.map(({ setAsideId, accountId, objectId, at, ...row }) => ({
        ...row,
        set_aside_id: setAsideId,
        account_id: wireId('account', accountId),
        object_id: objectId,
        at: toInstant(at),
      }));
      return { TOTAL: total, RESULT_LIST: list };
    },
  }),
  bindOperator(retrySetAside, async ({ set_aside_id: id }, { operator }) => {
    if (!(await tryAgain(pool, id))) refuse('not-found');
    await appendAudit(pool, { operator: operator.name, act: 'command-retried', subject: String(id) });
    return {};
  }),
];

/** Reads the state from which alarms are derived. */
async function readState({ pool, market, now }: HealthParts & { now: number }) {
  const { rates, ...state } = await allNamed({
    processes: readProcesses(pool),
    books: readNewestCheck(pool),
    due: sumDues(pool),
    bankroll: readBankroll(pool),
    setAside: countSetAside(pool),
    unsignedSince: readUnsignedSince(pool),
    looked: readLooked(pool),
    refused: readRefusedCalls(pool),
    payments: readStoppedPayments(pool),
    takenBack: readTakenBack(pool),
    deposits: readWaitingDeposits(pool),
    contracts: readContractPayments(pool),
    wallets: readLowWallets(pool),
    auditBegunAt: readUnfinishedAudit(pool),
    heldLocks: readHeldLocks(pool),
    networks: readTroubledNetworks(pool),
    draws: readWaitingDraws(pool),
    deliveries: readDeliveries(pool, now),
    rates: readRatesStored(pool),
  });
  return {
    ...state,
    market: coinCodes.map((coin) => ({ coin, state: market.state(coin) })),
    rates: findRateAlarms(judgeRates(rates, now)),
  };
}
