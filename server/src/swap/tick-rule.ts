// Audit rule: the archived ticks give the recorded outcome of each ended swap. It decides with the code that verifies receipts, which was
// written separately from the code by which the server decides.
import { decideSwap, type SwapTicks } from '@candor/proof';
import { one, swapTerms, wad, type ArchivedTick } from '@candor/wire';
import type { AuditArchive, TickSpan } from '../market/archive/audit-archive.ts';
import { isSameTick, wasNewestThen } from '../market/archive/compare-ticks.ts';
import { tickRule } from '../market/archive/tick-rule.ts';
import { agreedOf } from './issue-receipt.ts';
import { acceptedOn, sidesOf, swapOrders, type SwapOrder } from './order.ts';
import { fillFrom } from './rules.ts';

const { columns } = swapOrders;

export const swapTickRule = tickRule({
  name: 'an ended swap was decided by the ticks of the archive that its terms give',
  orders: `select ${columns.list} from swap_orders where result is not null order by received_at`,
  open: async (_, archive) => async (row) => {
    const order = columns.read(row);
    return { name: order.orderId, isSound: await isDecided(order, archive) };
  },
});

async function isDecided(order: SwapOrder, archive: AuditArchive): Promise<boolean> {
  const known: Record<'from' | 'to', readonly ArchivedTick[] | undefined> = { from: undefined, to: undefined };
  const fromMs = fillFrom(order);
  for (const { side, coin } of sidesOf(order)) {
    const accepted = acceptedOn(order, side);
    const ticks = await archive.ticks(coin, {
      fromMs,
      until: { afterMs: order.expiresAt },
      ...(order.kind === 'limit' ? { isNeeded: reaching(order, side) } : {}),
    });
    const asked = { receivedAt: order.receivedAt, acceptedSequence: accepted };
    if (!(await wasNewestThen(archive, coin, asked, swapTerms.fillDelayMs))) return false;
    known[side] = ticks.filter(([sequence]) => sequence > accepted);
  }
  const decided = decideSwap(agreedOf(order), known satisfies SwapTicks);
  const { fromTick, toTick, ending } = order;
  return (
    isSameTick(fromTick, decided.from) &&
    isSameTick(toTick, decided.to) &&
    ending?.result === decided.result &&
    ending.reason === decided.reason &&
    ending.given === wad(decided.given) &&
    ending.received === wad(decided.received)
  );
}

/** A limit order may wait for hours. The high or low of a block shows whether a price in the block may have reached the rate. */
const reaching = ({ rate }: SwapOrder, side: 'from' | 'to'): NonNullable<TickSpan['isNeeded']> =>
  side === 'from' ? ({ high }) => high >= rate : ({ low }) => one * one >= rate * low;
