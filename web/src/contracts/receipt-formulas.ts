// How the numbers of a contract's receipt come about, as lines to read.
import { coinAmount, coinOfCode, formatAmount, wad } from '@candor/wire';
import type { ContractReceipt } from '@candor/wire';
import type { Formats } from '../text/formats.ts';

export interface ReceiptFormulas {
  price: (text: string | undefined) => string;
  plain: (amount: string) => string;
  /** (85,552.44 − 85,468.00) × 0.061, of so many sheets that a tick closed. */
  gain: (closed: { sheets: number; tick: ContractReceipt['exit'] }) => string;
  /** 22.5749 − 22.5743 − 0.2257: what was paid less margin and fee. */
  net: (closed: { paid: string; margin: string; fee: string }) => string;
}

export function formulasOf(
  { order, entry }: Pick<ContractReceipt, 'order' | 'entry'>,
  formats: Pick<Formats, 'decimal'>,
): ReceiptFormulas {
  const decimals = coinOfCode(order.coin)?.priceDecimals ?? 2;
  const price = (text: string | undefined): string => formats.decimal(text, { min: decimals, max: 18 });
  const plain = (amount: string): string => formats.decimal(amount, { min: 2, max: 4 });
  return {
    price,
    plain,
    gain({ sheets, tick }) {
      const coins = formatAmount(coinAmount(sheets, wad(order.sheet_size)));
      const [to, from] = order.side === 'long' ? [tick, entry] : [entry, tick];
      return `(${price(to?.price ?? '0')} − ${price(from?.price ?? '0')}) × ${formats.decimal(coins, { min: 0, max: 18 })}`;
    },
    net: ({ paid, margin, fee }) => `${plain(paid)} − ${plain(margin)} − ${plain(fee)}`,
  };
}
