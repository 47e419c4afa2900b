// One's own ended orders of a coin and a time: summed up, and as a file.
import { Readable } from 'node:stream';
import { coinOfCode, formatAmount, getOptionsHistory, optionsHistoryRowsMax, queryOptionsSummary, subtract, toInstant, wireId } from '@candor/wire'; // oxfmt-ignore
import type { Uuid } from '@candor/wire';
import { csvLine } from '../kit/csv.ts';
import { bindDownload } from '../kit/download.ts';
import { bindSelf, type BoundCall, type SelfContext } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { pairOf } from '../market/pair-of.ts';
import type { OptionOrder } from './order.ts';
import { readOlderOrders, sumOrders, type OrderFilter } from './store.ts';

interface AskedHistory {
  pair_type: string;
  from: string;
  to: string;
}

export const filterOf = (accountId: Uuid, { pair_type, from, to }: AskedHistory, isOpen: boolean): OrderFilter => ({
  accountId,
  coin: pair_type === '' ? '' : pairOf(pair_type).code,
  isOpen,
  from: instantOf('from', from),
  to: instantOf('to', to),
});

/** A date that the calendar does not have is none. */
function instantOf(field: string, text: string): number | undefined {
  if (text === '') return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? refuse('malformed', { field, problem: 'an instant is expected' }) : at;
}

export const historyCalls = (pool: Pool): BoundCall[] => [
  bindSelf(queryOptionsSummary, async (payload, { session }) => {
    const sums = (await sumOrders(pool, filterOf(session.accountId, payload, false)))!;
    return { ...sums, staked: formatAmount(sums.staked), paid: formatAmount(sums.paid) };
  }),
  bindDownload(getOptionsHistory, async (payload, context) => {
    const { accountId } = (context as SelfContext).session;
    const filter = filterOf(accountId, payload, false);
    return {
      fileName: 'candor-options.csv',
      contentType: 'text/csv; charset=utf-8',
      tag: accountId,
      isPrivate: true,
      isFinal: false,
      open: () => Readable.from(linesOf(pool, filter), { objectMode: true, highWaterMark: 1 }),
    };
  }),
];

const rowsARead = 500;
const head = ['order', 'pair', 'side', 'stake', 'seconds', 'received_at', 'entry_at', 'entry_price', 'exit_at', 'exit_price', 'result', 'paid', 'net']; // oxfmt-ignore

async function* linesOf(pool: Pool, filter: OrderFilter): AsyncGenerator<string> {
  yield csvLine(head);
  let last: OptionOrder | undefined;
  for (let left = optionsHistoryRowsMax; left > 0; left -= rowsARead) {
    const orders = await readOlderOrders(pool, filter, Math.min(left, rowsARead), last?.orderId);
    if (orders.length > 0) yield orders.map(lineOf).join('');
    last = orders.at(-1);
    if (orders.length < rowsARead) return;
  }
}

function lineOf({ ending, entry, exit, ...order }: OptionOrder): string {
  return csvLine([
    wireId('option', order.orderId),
    coinOfCode(order.coin)!.symbol,
    order.side,
    formatAmount(order.stake),
    `${order.durationMs / 1000}`,
    toInstant(order.receivedAt),
    ...[entry, exit].flatMap((tick) => (tick ? [toInstant(tick.publishedAt), formatAmount(tick.price)] : ['', ''])),
    ending!.result,
    formatAmount(ending!.paid),
    formatAmount(subtract(ending!.paid, order.stake)),
  ]);
}
