// The numbers that a check was made on, as far as every receipt has them. Numbers alone: they read the same in every language.
import { coinOfCode } from '@candor/wire';
import type { Receipt, ReceiptTick } from '@candor/wire';
import type { Formats } from '../text/formats.ts';

export interface Seen {
  formats: Formats;
  /** Compared with the public archive. */
  ticks: number;
}

export const parts = (...texts: (string | undefined)[]): string =>
  texts.filter((text) => text !== undefined && text !== '').join(' · ');
export const clock = ({ formats }: Seen, ms: number | null | undefined): string | undefined =>
  typeof ms === 'number' ? formats.time(ms, 'milliseconds') : undefined;
export const short = (hex: string | undefined): string =>
  hex === undefined ? '' : `${hex.slice(0, 16)}…${hex.slice(-8)}`;

export function tickFigures(tick: ReceiptTick | null, coin: string, seen: Seen): string {
  if (tick === null) return '–';
  const decimals = coinOfCode(coin)?.priceDecimals ?? 2;
  return parts(
    `#${seen.formats.whole(tick.sequence)}`,
    seen.formats.decimal(tick.price, { min: decimals, max: 18 }),
    clock(seen, tick.published_ms),
  );
}

/** A receipt whose order is about one coin. */
interface OfOneCoin {
  order: { coin: string };
  entry: ReceiptTick | null;
  exit: ReceiptTick | null;
}

export const sharedFigures = {
  form: () => '',
  entry: ({ entry, order }: OfOneCoin, seen: Seen) => tickFigures(entry, order.coin, seen),
  exit: ({ exit, order }: OfOneCoin, seen: Seen) => tickFigures(exit, order.coin, seen),
  settled: ({ settled_at }: Receipt, seen: Seen) => clock(seen, Date.parse(settled_at)) ?? '',
  digests: ({ issuer }: Receipt, { formats }: Seen) => formats.whole(Object.keys(issuer.digests).length),
  signature: ({ issuer }: Receipt) => short(issuer.signature),
  key: ({ issuer }: Receipt) => short(issuer.public_key),
};
