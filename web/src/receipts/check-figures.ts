// The numbers that a check was made on, as far as every receipt has them. Numbers alone: they read the same in every language.
import { coinOfCode } from '@candor/wire';
import type { ContractReceipt, OptionReceipt, Receipt } from '@candor/wire';
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

export function tickFigures(tick: OptionReceipt['entry'], coin: string, seen: Seen): string {
  if (tick === null) return '–';
  const decimals = coinOfCode(coin)?.priceDecimals ?? 2;
  return parts(
    `#${seen.formats.whole(tick.sequence)}`,
    seen.formats.decimal(tick.price, { min: decimals, max: 18 }),
    clock(seen, tick.published_ms),
  );
}

export const sharedFigures = {
  form: () => '',
  entry: ({ entry, order }: OptionReceipt | ContractReceipt, seen: Seen) => tickFigures(entry, order.coin, seen),
  exit: ({ exit, order }: OptionReceipt | ContractReceipt, seen: Seen) => tickFigures(exit, order.coin, seen),
  settled: ({ settled_at }: Receipt, seen: Seen) => clock(seen, Date.parse(settled_at)) ?? '',
  digests: ({ issuer }: Receipt, { formats }: Seen) => formats.whole(Object.keys(issuer.digests).length),
  signature: ({ issuer }: Receipt) => short(issuer.signature),
  key: ({ issuer }: Receipt) => short(issuer.public_key),
};
