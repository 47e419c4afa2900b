// What the demo's house can promise: its owner pays in once for each book.
import { createHash } from 'node:crypto';
import { coinCodes, wad, type AssetCode, type CoinCode } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import { uuidOf } from '../kit/uuid-of.ts';
import { fundHouse, type FundedBucket } from '../ledger/fund-house.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { noteDemoBankroll } from './store.ts';

/** In USDT, for each book. */
const demoBankroll = '10000000';
/** Out of which staking is paid. */
const demoStakingRewards = '250000';
/** Out of which real money is borrowed. */
const demoLending = '500000';
/** Out of which prizes and rebates of the shop are paid. */
const demoShopFunds = '100000';
/** What it holds of each other coin to swap with, for each book: some millions in USDT. */
const demoInventory: Readonly<Record<CoinCode, string>> = {
  BTC: '50', ETH: '1500', BNB: '5000', XRP: '2000000', ADA: '5000000', DOGE: '20000000', POL: '10000000', SOL: '25000',
  LTC: '40000', TON: '1500000', AVAX: '200000', DOT: '1500000', BCH: '8000', TRX: '15000000', NEAR: '2000000',
  SHIB: '300000000000', LINK: '250000', SUI: '1500000', HBAR: '20000000', DAI: '4000000', TRUMP: '500000',
}; // oxfmt-ignore

/** Keys made from words make a repetition change nothing. A database of a production refuses the note, and nothing is paid in. */
export async function fundDemo({ pool, lanes, clock }: { pool: Pool; lanes: Lanes; clock: Clock }): Promise<void> {
  for (const book of ['real', 'bonus'] as const) {
    await noteDemoBankroll(pool, { book, amount: demoBankroll });
    const fund = (coin: AssetCode, amount: string, purpose: string, bucket?: FundedBucket): Promise<void> => {
      const digest = createHash('sha256').update(purpose).digest();
      const funding = { coin, amount: wad(amount), book, bucket };
      return fundHouse(lanes, { ...funding, key: uuidOf(digest), digest, now: clock.now() });
    };
    await fund('USDT', demoBankroll, `demo bankroll ${book} ${demoBankroll}`);
    await fund('USDT', demoStakingRewards, `demo staking rewards ${book} ${demoStakingRewards}`, 'staking-rewards');
    if (book === 'real') {
      await fund('USDT', demoLending, `demo lending ${demoLending}`, 'lending');
      await fund('USDT', demoShopFunds, `demo shop funds ${book} ${demoShopFunds}`, 'shop-funds');
    }
    await Promise.all(
      coinCodes.map((coin) => fund(coin, demoInventory[coin], `demo inventory ${book} ${coin} ${demoInventory[coin]}`)),
    );
  }
}
