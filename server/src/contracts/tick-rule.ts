// Audit rule: the archived ticks must lead to the state that a contract's row holds. The rule uses the code that verifies receipts, which
// is written separately from the code with which the server decides.
import { decideContract, type ContractDecision } from '@candor/proof';
import { contractTiming, formatAmount, one } from '@candor/wire';
import type { AuditArchive, TickSpan } from '../market/archive/audit-archive.ts';
import { isSameTick, wasNewestThen } from '../market/archive/compare-ticks.ts';
import { tickRule } from '../market/archive/tick-rule.ts';
import { contractTermsColumns } from './configs.ts';
import { agreedOf, asked, receiptChanges } from './issue-receipt.ts';
import {
  contractChanges,
  contractOrders,
  type Asked,
  type ContractChange,
  type ContractOrder,
  type ContractsConfig,
} from './order.ts';
import { waitsUntil } from './rules.ts';

const { columns } = contractOrders;

export const contractTickRule = tickRule({
  name: 'a contract was opened, closed and ended by the ticks of the archive that its terms and requests give',
  orders: `select ${columns.list} from contract_orders where state = 'ended' or entry_sequence is not null order by received_at`,
  async open(database, archive) {
    const terms = await database.query({
      text: `select ${contractTermsColumns.list} from contracts_configs`,
      values: [],
    });
    const byVersion = new Map(terms.rows.map(contractTermsColumns.read).map((each) => [each.version, each]));
    const readChanges = async ({ accountId, orderId, changeCount }: ContractOrder): Promise<ContractChange[]> => {
      if (changeCount === 0) return [];
      const text = `select ${contractChanges.columns.list} from contract_changes where account_id = $1 and order_id = $2 order by number`;
      return (await database.query({ text, values: [accountId, orderId] })).rows.map(contractChanges.columns.read);
    };
    return async (row) => {
      const order = columns.read(row);
      const config = byVersion.get(order.configVersion);
      const changes = await readChanges(order);
      return {
        name: order.orderId,
        isSound: config !== undefined && (await isDecided({ order, changes, config }, archive)),
      };
    };
  },
});

interface Course {
  order: ContractOrder;
  changes: readonly ContractChange[];
  config: ContractsConfig;
}

/** How far the newest tick may be ahead of the clock of an engine that has just taken over from another one, ms. */
const takeoverMs = 5_000;

async function isDecided(course: Course, archive: AuditArchive): Promise<boolean> {
  const { order, changes, config } = course;
  const { coin, receivedAt, acceptedSequence, ending } = order;
  const cancelled = ending?.cancelled ?? null;
  const requests = changes.flatMap((change) => (change.kind === 'part' ? [] : [change.asked]));
  if (!(await wasNewestThen(archive, coin, order, contractTiming.entryDelayMs))) return false;
  for (const request of cancelled ? [...requests, cancelled] : requests) {
    if (!(await wasNewestThen(archive, coin, request, takeoverMs))) return false;
  }
  const span = { fromMs: receivedAt, until: untilOf(course), isNeeded: mayMatter(course, requests) };
  const ticks = (await archive.ticks(coin, span)).filter(([sequence]) => sequence > acceptedSequence);
  const agreed = agreedOf(order, config);
  const decided = decideContract({
    ...agreed,
    changes: receiptChanges(order, changes, agreed),
    cancel: cancelled && asked(cancelled),
    ticks,
  });
  return isAsStored(course, decided);
}

/** Returns the last tick to check. An open position is only checked up to the last tick that its rows name. */
function untilOf({ order, changes }: Course): TickSpan['until'] {
  const { entry, exit, ending } = order;
  if (exit) return { sequence: exit.sequence };
  if (ending?.cancelled) return { sequence: ending.cancelled.acceptedSequence };
  if (ending) return { afterMs: waitsUntil(order) ?? order.receivedAt };
  const parts = changes.flatMap((change) => (change.kind === 'part' ? [change.tick.sequence] : []));
  return { sequence: Math.max(entry!.sequence, ...parts) };
}

function isAsStored({ order, changes }: Course, decided: ContractDecision): boolean {
  const { entry, exit, ending, liquidationPrice } = order;
  const parts = changes.filter((change) => change.kind === 'part');
  return (
    isSameTick(entry, decided.entry) &&
    isSameTick(exit, decided.exit) &&
    ending?.result === decided.result &&
    (ending?.cancelReason ?? null) === decided.cancelReason &&
    // Margin that was added after the last checked tick changes the liquidation price in the row only, so open positions skip this.
    (ending === null || (liquidationPrice && formatAmount(liquidationPrice)) === decided.liquidationPrice) &&
    parts.length === decided.parts.length &&
    parts.every(({ tick, sheets, paid }, place) => {
      const part = decided.parts[place]!;
      return (
        tick.sequence === part.tick.sequence &&
        formatAmount(tick.price) === part.tick.price &&
        tick.publishedAt === part.tick.published_ms &&
        sheets === part.sheets &&
        formatAmount(paid) === part.paid
      );
    })
  );
}

/**
 * Returns a check that skips blocks: a position may last for months, and in most minutes no price can have had an effect. Every limit that
 * the position ever had is checked for its whole life; margin that was added later only moves the liquidation price further away.
 */
function mayMatter({ order, changes, config }: Course, requests: readonly Asked[]): NonNullable<TickSpan['isNeeded']> {
  const { side, orderType, tradePrice, entry, lever } = order;
  const isLong = side === 'long';
  const stops = changes.flatMap((change) => (change.kind === 'stops' ? [change] : []));
  const losses: bigint[] = stops.flatMap(({ stopLoss }) => stopLoss ?? []);
  const wins: bigint[] = stops.flatMap(({ takeProfit }) => takeProfit ?? []);
  if (entry) {
    const distance = (entry.price * (one - BigInt(lever) * config.maintenanceRate)) / (BigInt(lever) * one);
    losses.push(isLong ? entry.price - distance : entry.price + distance);
  }
  const [falling, rising] = isLong ? [losses, wins] : [wins, losses];
  const isLimit = orderType === 'limit';
  const moments = [order, ...requests].map(({ receivedAt }) => receivedAt);
  const afterMs = [...moments.map((at) => at + contractTiming.entryDelayMs), waitsUntil(order) ?? 0];
  return ({ low, high, last, first, toMs }, beforeMs) => {
    if (falling.some((price) => low <= price) || rising.some((price) => high >= price)) return true;
    if (entry && entry.sequence >= first && entry.sequence <= last) return true;
    const isWaiting = !entry || last <= entry.sequence;
    if (isLimit && isWaiting && (isLong ? low <= tradePrice : high >= tradePrice)) return true;
    return afterMs.some((at) => beforeMs < at && toMs >= at);
  };
}
