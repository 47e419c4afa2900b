// A tick as the orders that it decided keep it, in their rows, their messages and their receipts.
import { formatAmount, toInstant, type Wad } from '@candor/wire';
import { numericColumn } from '../kit/postgres.ts';

export interface TickPoint {
  sequence: number;
  price: Wad;
  publishedAt: number;
}

/** Without what else a tick has. */
export const pointOf = ({ sequence, price, publishedAt }: TickPoint): TickPoint => ({ sequence, price, publishedAt });

/** From three columns of a row, which are null together. */
export const pointOfRow = (sequence: number | null, price: string | null, at: number | null): TickPoint | null =>
  sequence === null ? null : { sequence, price: numericColumn(price!), publishedAt: at! };

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
