// What a contract has brought over its whole life: its partial closes and its end together.
import { add, formatAmount, netGainOf, subtract, wad, zero } from '@candor/wire';
import type { ArchivedTick, ContractReceipt, ContractReceiptChange, Wad } from '@candor/wire';
import { ticksBetween } from '../receipts/tick-line.ts';

export interface ContractSums {
  /** Gained or lost before the fee; never more lost than was put in. */
  gain: Wad;
  /** What it brought in all, after the fee. */
  net: Wad;
  /** All that was put in as margin. */
  margin: Wad;
  /** All that came back. */
  paid: Wad;
  /** Net over margin, decimal text with four decimals. */
  roe: string | undefined;
}

export function sumsOf({ order, margin, paid, result, ...receipt }: ContractReceipt): ContractSums {
  const changes: readonly ContractReceiptChange[] = receipt.changes;
  const parts = changes.filter((change) => change.kind === 'part');
  const back = parts.reduce((sum, part) => add(sum, wad(part.paid)), wad(paid));
  const added = changes.reduce((sum, change) => (change.kind === 'margin' ? add(sum, wad(change.amount)) : sum), zero);
  const put = add(wad(order.usd_num), added);
  if (result === 'cancelled') return { gain: zero, net: zero, margin: put, paid: back, roe: undefined };
  const atStake = parts.reduce((sum, part) => add(sum, wad(part.margin)), wad(margin));
  const gain = subtract(back, atStake);
  const net = netGainOf({ gain, fee: wad(order.fee), result });
  const size = ((net < 0n ? -net : net) * 10_000n) / put;
  return { gain, net, margin: put, paid: back, roe: formatAmount(((net < 0n ? -size : size) * 10n ** 14n) as Wad) };
}

/** The ticks to draw: from entry to exit, or for a long life those around its end. */
export function drawnTicks({ archive, entry, exit }: ContractReceipt): {
  ticks: readonly ArchivedTick[];
  isFromEntry: boolean;
} {
  // oxfmt-ignore
  const isFromEntry = archive.length === 1;
  const run = archive.at(-1)!;
  return { ticks: ticksBetween({ archive: run, entry: isFromEntry ? entry : null, exit }).filter(([sequence]) => exit === null || sequence <= exit.sequence), isFromEntry }; // oxfmt-ignore
}

/** The price that ended it, where one did. */
export function triggerOf({ result, liquidation_price: liquidation, ...receipt }: ContractReceipt): string | null {
  const changes: readonly ContractReceiptChange[] = receipt.changes;
  const stops = changes.findLast((change) => change.kind === 'stops');
  if (result === 'liquidated') return liquidation;
  if (result === 'stop-loss') return stops?.stop_loss ?? null;
  return result === 'take-profit' ? (stops?.take_profit ?? null) : null;
}
