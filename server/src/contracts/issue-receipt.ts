// The receipt of an ended contract: what was agreed, what was changed, the ticks that decided, and the archive around them, signed.
import { contractFormula, partFormula, signReceipt } from '@candor/proof';
import {
  contractTiming,
  feeOfClosed,
  formatAmount,
  toInstant,
  usdtDecimals,
  wireId,
  zero,
  type ContractReceipt,
  type ContractReceipt2,
  type TickRun,
  type Wad,
  add,
  subtract,
} from '@candor/wire';
import type { Market } from '../market/market.ts';
import { receiptTick } from '../market/archive/tick-point.ts';
import type { Asked, ContractChange, ContractOrder, ContractsConfig, Ending } from './order.ts';
import { coinAmount, payoutOf, pnlOf, waitsUntil } from './rules.ts';

/** Up to so many ticks a receipt holds all from the order to its end; of a longer one, the ticks at its entry and at its end. */
const wholeRunMax = 3_000;
const partRun = 600;

/** What the house owed of it, and when that was paid; null while it is due. */
export interface LatePayment {
  amount: Wad;
  paidAt: number | null;
}

export async function issueReceipt(
  order: ContractOrder & { ending: Ending },
  { changes, dues }: { changes: readonly ContractChange[]; dues: readonly LatePayment[] },
  issuer: { market: Market; signingKey: string; config: ContractsConfig },
): Promise<ContractReceipt> {
  const { config, market, signingKey } = issuer;
  const { ending } = order;
  const last = endFigures(order);
  const agreed = agreedOf(order, config);
  const facts: Omit<ContractReceipt2, 'formula' | 'issuer'> = {
    kind: 'contract',
    version: 2,
    ...agreed,
    changes: receiptChanges(order, changes, agreed),
    liquidation_price: order.liquidationPrice === null ? null : formatAmount(order.liquidationPrice),
    exit: order.exit && receiptTick(order.exit),
    result: ending.result,
    cancel_reason: ending.cancelReason,
    cancel: ending.cancelled && asked(ending.cancelled),
    margin: formatAmount(last.margin),
    pnl: formatAmount(last.pnl),
    paid: formatAmount(last.paid),
    fee: formatAmount(last.fee),
    net: formatAmount(last.net),
    ...(dues.length === 0 ? {} : { late_payments: dues.map(latePayment) }),
    settled_at: toInstant(ending.settledAt),
    archive: await runsOf(order, changes, market),
  };
  return signReceipt({ ...facts, formula: contractFormula(facts) }, signingKey);
}

/** Returns the agreed part of the receipt: the order, its terms and the tick that opened the position. */
export const agreedOf = (order: ContractOrder, config: ContractsConfig): Agreed => ({
  order: {
    trade_id: wireId('contract', order.orderId),
    account_id: wireId('account', order.accountId),
    coin: order.coin,
    side: order.side,
    order_type: order.orderType,
    lever: order.lever,
    sheets: order.sheets,
    sheet_size: formatAmount(order.sheetSize),
    trade_price: formatAmount(order.tradePrice),
    usd_num: formatAmount(order.margin),
    fee: formatAmount(order.fee),
    ...asked(order),
  },
  terms: {
    config_version: config.version,
    lever_max: config.leverMax,
    fee_rate: formatAmount(config.feeRate),
    maintenance_rate: formatAmount(config.maintenanceRate),
    slippage_max: formatAmount(config.slippageMax),
    entry_delay_ms: contractTiming.entryDelayMs,
    entry_window_ms: contractTiming.entryWindowMs,
    usdt_decimals: usdtDecimals,
    ...(config.limitExpiryMs === null ? {} : { limit_expiry_ms: config.limitExpiryMs }),
  },
  entry: order.entry && receiptTick(order.entry),
});

interface EndFigures {
  margin: Wad;
  pnl: Wad;
  paid: Wad;
  fee: Wad;
  net: Wad;
}

/** Of what was closed at the end; of an order that never opened, what was reserved and went back. */
function endFigures(order: ContractOrder & { ending: Ending }): EndFigures {
  const { side, entry, exit, openSheets, sheetSize, openMargin, openAdded } = order;
  if (order.ending.result === 'cancelled') {
    return { margin: order.margin, pnl: zero, paid: order.paid, fee: zero, net: zero };
  }
  const margin = add(openMargin, openAdded);
  const amount = coinAmount(openSheets, sheetSize);
  const pnl = pnlOf({ side, entryPrice: entry!.price, price: exit!.price, amount });
  const paid = payoutOf(margin, pnl);
  return {
    margin,
    pnl,
    paid,
    ...afterFee(order, { margin, paid, sheets: openSheets, before: order.sheets - openSheets }),
  };
}

/** What of the fee is of sheets that were closed after so many others, and what their close added to the balance. */
function afterFee(
  { fee, sheets: all }: ContractOrder,
  { margin, paid, sheets, before }: { margin: Wad; paid: Wad; sheets: number; before: number },
): { fee: Wad; net: Wad } {
  const upTo = (closed: number): Wad => feeOfClosed({ fee, sheets: all, closed });
  const share = subtract(upTo(before + sheets), upTo(before));
  return { fee: share, net: subtract(subtract(paid, margin), share) };
}

/**
 * From the tick after the accepted sequence to the first after the one that decided: whole, or around the entry, from each request to
 * close a part to the tick that closed it, and around the end.
 */
async function runsOf(
  order: ContractOrder & { ending: Ending },
  changes: readonly ContractChange[],
  market: Market,
): Promise<TickRun[]> {
  const { coin, acceptedSequence, entry } = order;
  const end = await endSequence(order, market);
  if (end - acceptedSequence <= wholeRunMax) return [await market.tickRun(coin, acceptedSequence, end)];
  const tail = (from: number, to: number): Span => ({ after: Math.max(from, to - partRun), last: to });
  const spans = entry
    ? [tail(acceptedSequence, entry.sequence), ...partSpans(changes), tail(entry.sequence, end)]
    : [tail(acceptedSequence, end)];
  return Promise.all(joined(spans).map(({ after, last }) => market.tickRun(coin, after, last)));
}

/** Ticks from `after`, without it, up to `last`. */
interface Span {
  after: number;
  last: number;
}

function partSpans(changes: readonly ContractChange[]): Span[] {
  return changes.flatMap((change, place) => {
    if (change.kind !== 'part') return [];
    const close = changes.slice(0, place).findLast((each) => each.kind === 'close')!;
    return [{ after: close.asked.acceptedSequence, last: change.tick.sequence }];
  });
}

/** In their order, those that meet as one. */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const span of spans.toSorted((left, right) => left.after - right.after)) {
    const before = found.at(-1);
    if (before && span.after <= before.last) before.last = Math.max(before.last, span.last);
    else found.push({ ...span });
  }
  return found;
}

/** The tick after the one that decided, as far as there is one. */
async function endSequence(order: ContractOrder & { ending: Ending }, market: Market): Promise<number> {
  const newest = market.lastTick(order.coin)?.sequence ?? order.acceptedSequence;
  if (order.exit) return Math.min(newest, order.exit.sequence + 1);
  const { cancelled } = order.ending;
  if (cancelled) return Math.min(newest, Math.max(cancelled.acceptedSequence, order.acceptedSequence) + 1);
  const after = await market.firstTickFrom(order.coin, order.acceptedSequence, waitsUntil(order)! + 1);
  return after?.sequence ?? newest;
}

const latePayment = ({ amount, paidAt }: LatePayment) => ({
  amount: formatAmount(amount),
  paid_at: paidAt === null ? null : toInstant(paidAt),
});

export type Agreed = Pick<ContractReceipt2, 'order' | 'terms' | 'entry'>;
type Written = ContractReceipt2['changes'][number];

/** Each part with its formula, which needs to know what was closed before. */
export function receiptChanges(order: ContractOrder, changes: readonly ContractChange[], agreed: Agreed): Written[] {
  let before = 0;
  return changes.map((change): Written => {
    switch (change.kind) {
      case 'stops': {
        const { takeProfit, stopLoss } = change;
        const stops = { take_profit: optional(takeProfit), stop_loss: optional(stopLoss) };
        return { kind: 'stops', ...asked(change.asked), ...stops };
      }
      case 'margin':
        return { kind: 'margin', ...asked(change.asked), amount: formatAmount(change.amount) };
      case 'close':
        return { kind: 'close', ...asked(change.asked), sheets: change.sheets };
      case 'part':
        before += change.sheets;
        return receiptPart(order, change, { agreed, before: before - change.sheets });
    }
  });
}

function receiptPart(
  order: ContractOrder,
  part: Extract<ContractChange, { kind: 'part' }>,
  { agreed, before }: { agreed: Agreed; before: number },
): Written {
  const { tick, sheets, margin, pnl, paid } = part;
  const { fee, net } = afterFee(order, { margin, paid, sheets, before });
  const facts = {
    tick: receiptTick(tick),
    sheets,
    margin: formatAmount(margin),
    pnl: formatAmount(pnl),
    paid: formatAmount(paid),
    fee: formatAmount(fee),
    net: formatAmount(net),
  };
  return { kind: 'part', ...facts, settled_at: toInstant(part.at), formula: partFormula(agreed, facts, before) };
}

const optional = (amount: Wad | null): string | null => (amount === null ? null : formatAmount(amount));

export const asked = ({ receivedAt, acceptedSequence }: Asked) => ({
  received_ms: receivedAt,
  accepted_sequence: acceptedSequence,
});
