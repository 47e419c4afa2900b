// The numbers that each check of an option's receipt was made on. Numbers alone: they read the same in every language.
import type { CheckName } from '@candor/proof';
import type { OptionReceipt } from '@candor/wire';
import { clock, parts, sharedFigures, short } from '../receipts/check-figures.ts';
import type { Seen } from '../receipts/check-figures.ts';
import { paidFormula } from './receipt-facts.tsx';

export const figures: Record<CheckName, (receipt: OptionReceipt, seen: Seen) => string> = {
  ...sharedFigures,
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
  expiry: ({ expires_ms }, seen) => clock(seen, expires_ms) ?? '–',
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
};
