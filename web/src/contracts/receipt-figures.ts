// The numbers that each check of a contract's receipt was made on. Numbers alone: they read the same in every language.
import type { ContractCheckName } from '@candor/proof';
import type { ContractReceipt } from '@candor/wire';
import { clock, parts, sharedFigures, short } from '../receipts/check-figures.ts';
import type { Seen } from '../receipts/check-figures.ts';

const usdt = ({ formats }: Seen, amount: string): string => `${formats.decimal(amount, { min: 2, max: 4 })} USDT`;

export const figures: Record<ContractCheckName, (receipt: ContractReceipt, seen: Seen) => string> = {
  ...sharedFigures,
  terms: ({ order, terms }, seen) =>
    parts(`${order.lever}×`, usdt(seen, order.usd_num), seen.formats.percent(terms.fee_rate, { decimals: 0 })),
  chain: ({ archive }, { formats }) =>
    parts(
      ...archive.map(({ ticks }) =>
        ticks.length === 0 ? undefined : `#${formats.whole(ticks[0]![0])} – #${formats.whole(ticks.at(-1)![0])}`,
      ),
      short(archive.at(-1)?.end_hash),
    ),
  archive: ({ archive }, { formats, ticks }) =>
    `${formats.whole(archive.reduce((sum, run) => sum + run.ticks.length, 0))} / ${formats.whole(ticks)}`,
  reach: ({ archive }, seen) => parts(clock(seen, archive.at(-1)?.ticks.at(-1)?.[3])),
  changes: ({ changes }, { formats }) => formats.whole(changes.length),
  liquidation: ({ liquidation_price: price }, { formats }) => formats.decimal(price, { min: 0, max: 18 }),
  result: ({ exit, liquidation_price: price, result }, { formats }) =>
    result === 'liquidated' && exit !== null
      ? `${formats.decimal(exit.price, { min: 0, max: 18 })} / ${formats.decimal(price, { min: 0, max: 18 })}`
      : '',
  payout: ({ paid }, seen) => usdt(seen, paid),
  formula: ({ margin, pnl, paid }, seen) => `${usdt(seen, margin)} · ${usdt(seen, pnl)} · ${usdt(seen, paid)}`,
};
