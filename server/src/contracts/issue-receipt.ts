// The receipt of an ended contract: what was agreed, what was changed, the ticks that decided, and the archive around them, signed.
import { contractFormula, signReceipt } from '@candor/proof';
import {
  contractTiming,
  formatAmount,
  toInstant,
  usdtDecimals,
  wireId,
  zero,
  type ContractReceipt,
  type TickRun,
  type UnsignedContractReceipt,
  type Wad,
} from '@candor/wire';
import type { Market } from '../market/market.ts';
import { receiptTick } from '../market/tick-point.ts';
import type { Asked, ContractChange, ContractOrder, ContractsConfig, Ending } from './order.ts';
import { coinAmount, entryDeadline, payoutOf, pnlOf } from './rules.ts';

/** Up to so many ticks a receipt holds all from the order to its end; of a longer one, the ticks at its entry and at its end. */
const wholeRunMax = 3_000;
const partRun = 600;

export async function issueReceipt(
  order: ContractOrder & { ending: Ending },
  changes: readonly ContractChange[],
  issuer: { market: Market; signingKey: string; config: ContractsConfig },
): Promise<ContractReceipt> {
  const { config, market, signingKey } = issuer;
  const { ending } = order;
  const last = endFigures(order);
  const facts: Omit<UnsignedContractReceipt, 'formula'> = {
    kind: 'contract',
    version: 1,
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
    },
    entry: order.entry && receiptTick(order.entry),
    changes: changes.map(receiptChange),
    liquidation_price: order.liquidationPrice === null ? null : formatAmount(order.liquidationPrice),
    exit: order.exit && receiptTick(order.exit),
    result: ending.result,
    cancel_reason: ending.cancelReason,
    cancel: ending.cancelled && asked(ending.cancelled),
    margin: formatAmount(last.margin),
    pnl: formatAmount(last.pnl),
    paid: formatAmount(last.paid),
    settled_at: toInstant(ending.settledAt),
    archive: await runsOf(order, market),
  };
  return signReceipt({ ...facts, formula: contractFormula(facts) }, signingKey);
}

/** Of what was closed at the end; of an order that never opened, what was reserved and went back. */
function endFigures(order: ContractOrder & { ending: Ending }): { margin: Wad; pnl: Wad; paid: Wad } {
  const { side, entry, exit, openSheets, sheetSize, openMargin, openAdded } = order;
  if (order.ending.result === 'cancelled') return { margin: order.margin, pnl: zero, paid: order.paid };
  const margin = (openMargin + openAdded) as Wad;
  const amount = coinAmount(openSheets, sheetSize);
  const pnl = pnlOf({ side, entryPrice: entry!.price, price: exit!.price, amount });
  return { margin, pnl, paid: payoutOf(margin, pnl) };
}

/** From the tick after the accepted sequence to the first after the one that decided, whole or in two runs. */
async function runsOf(order: ContractOrder & { ending: Ending }, market: Market): Promise<TickRun[]> {
  const { coin, acceptedSequence, entry } = order;
  const end = await endSequence(order, market);
  if (end - acceptedSequence <= wholeRunMax) return [await market.tickRun(coin, acceptedSequence, end)];
  const tail = (from: number, to: number) => market.tickRun(coin, Math.max(from, to - partRun), to);
  if (!entry) return [await tail(acceptedSequence, end)];
  return [await tail(acceptedSequence, entry.sequence), await tail(entry.sequence, end)];
}

/** The tick after the one that decided, as far as there is one. */
async function endSequence(order: ContractOrder & { ending: Ending }, market: Market): Promise<number> {
  const newest = market.lastTick(order.coin)?.sequence ?? order.acceptedSequence;
  if (order.exit) return Math.min(newest, order.exit.sequence + 1);
  const { cancelled } = order.ending;
  if (cancelled) return Math.min(newest, Math.max(cancelled.acceptedSequence, order.acceptedSequence) + 1);
  const after = await market.firstTickFrom(order.coin, order.acceptedSequence, entryDeadline(order) + 1);
  return after?.sequence ?? newest;
}

function receiptChange(change: ContractChange): UnsignedContractReceipt['changes'][number] {
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
    case 'part': {
      const { tick, sheets, margin, pnl, paid } = change;
      const amounts = { margin: formatAmount(margin), pnl: formatAmount(pnl), paid: formatAmount(paid) };
      return { kind: 'part', tick: receiptTick(tick), sheets, ...amounts };
    }
  }
}

const optional = (amount: Wad | null): string | null => (amount === null ? null : formatAmount(amount));

const asked = ({ receivedAt, acceptedSequence }: Asked) => ({
  received_ms: receivedAt,
  accepted_sequence: acceptedSequence,
});
