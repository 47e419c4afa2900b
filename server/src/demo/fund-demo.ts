// What the demo's house can promise: its owner pays in once for each book.
import { createHash } from 'node:crypto';
import { coinCodes, wad, type AssetCode, type CoinCode } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { Book } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { fundedBuckets, type FundedBucket } from '../ledger/buckets.ts';
import { fundHouse } from '../ledger/fund-house.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { noteDemoBankroll } from './store.ts';

type Fund = { amount: string; books: readonly Book[]; purpose: (book: Book) => string };
const both: readonly Book[] = ['real', 'bonus'];

/** In USDT, for each of the books. Its key is made from the purpose: another word pays in again, in every demo that runs. */
const demoFunds: Readonly<Record<FundedBucket, Fund>> = {
  bankroll: { amount: '10000000', books: both, purpose: (book) => `bankroll ${book}` },
  'staking-rewards': { amount: '250000', books: both, purpose: (book) => `staking rewards ${book}` },
  // Real money alone is borrowed, and wins prizes and rebates.
  lending: { amount: '500000', books: ['real'], purpose: () => 'lending' },
  'shop-funds': { amount: '100000', books: ['real'], purpose: (book) => `shop funds ${book}` },
};
/** What it holds of each other coin to swap with, for each book: some millions in USDT. */
const demoInventory: Readonly<Record<CoinCode, string>> = {
  BTC: '50', ETH: '1500', BNB: '5000', XRP: '2000000', ADA: '5000000', DOGE: '20000000', POL: '10000000', SOL: '25000',
  LTC: '40000', TON: '1500000', AVAX: '200000', DOT: '1500000', BCH: '8000', TRX: '15000000', NEAR: '2000000',
  SHIB: '300000000000', LINK: '250000', SUI: '1500000', HBAR: '20000000', DAI: '4000000', TRUMP: '500000',
}; // oxfmt-ignore

/** Keys made from words make a repetition change nothing. A database of a production refuses the note, and nothing is paid in. */
export async function fundDemo({ pool, lanes, clock }: { pool: Pool; lanes: Lanes; clock: Clock }): Promise<void> {
  for (const book of both) {
    await noteDemoBankroll(pool, { book, amount: demoFunds.bankroll.amount });
    const fund = (coin: AssetCode, amount: string, purpose: string, bucket?: FundedBucket): Promise<void> => {
      const digest = createHash('sha256').update(purpose).digest();
      const funding = { coin, amount: wad(amount), book, bucket };
      return fundHouse(lanes, { ...funding, key: uuidOf(digest), digest, now: clock.now() });
    };
    for (const bucket of fundedBuckets) {
      const { amount, books, purpose } = demoFunds[bucket];
      if (books.includes(book)) await fund('USDT', amount, `demo ${purpose(book)} ${amount}`, bucket);
    }
    await Promise.all(
      coinCodes.map((coin) => fund(coin, demoInventory[coin], `demo inventory ${book} ${coin} ${demoInventory[coin]}`)),
    );
  }
}
