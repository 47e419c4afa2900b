// A tick as the orders that it decided keep it, in their rows, their messages and their receipts.
import { formatAmount, toInstant, type Wad } from '@candor/wire';
import { amount, group, instant, safeInteger } from '../../kit/columns.ts';

/** Its columns in a row that keeps it: `exit_` makes exit_sequence, exit_price and exit_at. */
export const tickPoint = (prefix: string) =>
  group(prefix, { sequence: safeInteger, price: amount, publishedAt: instant.named('at') });

export interface TickPoint {
  sequence: number;
  price: Wad;
  publishedAt: number;
}

/** Without what else a tick has. */
export const pointOf = ({ sequence, price, publishedAt }: TickPoint): TickPoint => ({ sequence, price, publishedAt });

export const tickMessage = ({ sequence, price, publishedAt }: TickPoint) => ({
  sequence,
  price: formatAmount(price),
  published_at: toInstant(publishedAt),
});

export const receiptTick = ({ sequence, price, publishedAt }: TickPoint) => ({
  sequence,
  price: formatAmount(price),
  published_ms: publishedAt,
});
