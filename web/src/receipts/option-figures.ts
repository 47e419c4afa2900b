// The numbers that each check of an option's receipt was made on. Numbers alone: they read the same in every language.
import { coinOfCode } from '@candor/wire';
import type { CheckName } from '@candor/proof';
import type { OptionReceipt } from '@candor/wire';
import type { Formats } from '../text/formats.ts';
import { paidFormula } from './receipt-facts.tsx';

export interface Seen {
  formats: Formats;
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

export const ofOption: Record<CheckName, (receipt: OptionReceipt, seen: Seen) => string> = {
  form: () => '',
  terms: ({ order, terms }, { formats }) =>
    parts(
      `${formats.decimal(order.stake, { min: 2, max: 4 })} USDT`,
      formats.percent(terms.payout_rate, { decimals: 0 }),
      formats.duration(terms.duration_ms),
    ),
  chain: ({ archive }, { formats }) =>
    parts(
      archive.ticks.length === 0
        ? undefined
        : `#${formats.whole(archive.ticks[0]![0])} – #${formats.whole(archive.ticks.at(-1)![0])}`,
      short(archive.end_hash),
    ),
  archive: ({ archive }, { formats, ticks }) => `${formats.whole(archive.ticks.length)} / ${formats.whole(ticks)}`,
  reach: ({ archive }, seen) => parts(clock(seen, archive.ticks.at(-1)?.[3])),
  entry: ({ entry, order }, seen) => tickFigures(entry, order.coin, seen),
  expiry: ({ expires_ms }, seen) => clock(seen, expires_ms) ?? '–',
  exit: ({ exit, order }, seen) => tickFigures(exit, order.coin, seen),
  result: ({ entry, exit, result, order }) => {
    if (entry === null || exit === null) return '';
    const isAbove = (result === 'win') === (order.side === 'up');
    return `${exit.price} ${result === 'tie' ? '=' : isAbove ? '>' : '<'} ${entry.price}`;
  },
  payout: ({ paid }, { formats }) => `${formats.decimal(paid, { min: 2, max: 4 })} USDT`,
  formula: (receipt, { formats }) => {
    const paid = formats.decimal(receipt.paid, { min: 2, max: 4 });
    return receipt.result === 'win' ? `${paidFormula(formats, receipt)} = ${paid}` : paid;
  },
  settled: ({ settled_at }, seen) => clock(seen, Date.parse(settled_at)) ?? '',
  digests: ({ issuer }, { formats }) => formats.whole(Object.keys(issuer.digests).length),
  signature: ({ issuer }) => short(issuer.signature),
  key: ({ issuer }) => short(issuer.public_key),
};
