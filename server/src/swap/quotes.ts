// A quote carries itself: what was offered to whom and until when, under a code that only the servers of the deployment can make. So it
// survives a restart, is known to every process, and nothing is kept of those that nobody accepts.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { formatAmount, wad, type AssetCode, type Uuid, type Wad } from '@candor/wire';
import { refuse } from '../kit/refuse.ts';

export interface Quote {
  /** Of the order that it becomes: it can be accepted once. */
  orderId: Uuid;
  accountId: Uuid;
  fromCoin: AssetCode;
  toCoin: AssetCode;
  fromAmount: Wad;
  toAmount: Wad;
  /** Prices in USDT that it follows from. */
  prices: { from: Wad; to: Wad };
  expiresAt: number;
}

export interface Quotes {
  write: (quote: Quote) => string;
  /** Refuses with `quote-unknown` for what has not the form of one, and `quote-altered` for what no server wrote. */
  read: (text: string) => Quote;
}

type Fields = [Uuid, Uuid, AssetCode, AssetCode, string, string, string, string, number];

const form = /^([\w-]+)\.([\w-]{43})$/;

export function openQuotes(signingKey: string): Quotes {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(signingKey, 'hex'), '', 'candor swap quotes', 32));
  const codeOf = (body: string): string => createHmac('sha256', key).update(body).digest('base64url');
  return {
    write(quote) {
      const body = Buffer.from(JSON.stringify(fieldsOf(quote))).toString('base64url');
      return `${body}.${codeOf(body)}`;
    },
    read(text) {
      const [, body, code] = form.exec(text) ?? refuse('quote-unknown');
      if (!timingSafeEqual(Buffer.from(codeOf(body!)), Buffer.from(code!))) refuse('quote-altered');
      return quoteOf(JSON.parse(Buffer.from(body!, 'base64url').toString()) as Fields);
    },
  };
}

const fieldsOf = ({ prices, ...quote }: Quote): Fields => [
  quote.orderId,
  quote.accountId,
  quote.fromCoin,
  quote.toCoin,
  formatAmount(quote.fromAmount),
  formatAmount(quote.toAmount),
  formatAmount(prices.from),
  formatAmount(prices.to),
  quote.expiresAt,
];

const quoteOf = ([orderId, accountId, fromCoin, toCoin, given, received, from, to, expiresAt]: Fields): Quote => ({
  orderId,
  accountId,
  fromCoin,
  toCoin,
  fromAmount: wad(given),
  toAmount: wad(received),
  prices: { from: wad(from), to: wad(to) },
  expiresAt,
});
