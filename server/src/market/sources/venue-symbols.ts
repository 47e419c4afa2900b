// Which of our coins each exchange trades, as its lists of markets say. A coin that is not listed here is not asked for.
import { coinCodes } from '@candor/wire';
import type { CoinCode, VenueName } from '@candor/wire';
import type { Pair } from './venue.ts';

type Remote = Exclude<VenueName, 'htx'>;

const missing: Record<Remote, readonly CoinCode[]> = {
  binance: ['DAI'],
  okx: ['BNB'],
  bybit: ['TON', 'DAI'],
  coinbase: ['TRX', 'DAI'],
  kraken: [],
};

/** Those that quote in dollars also say what a tether costs. */
const sayTether: readonly Remote[] = ['coinbase', 'kraken'];

export function symbolsOf(venue: Remote, write: (pair: Pair) => string): ReadonlyMap<Pair, string> {
  const traded: Pair[] = coinCodes.filter((coin) => !missing[venue].includes(coin));
  if (sayTether.includes(venue)) traded.push('USDT');
  return new Map(traded.map((pair) => [pair, write(pair)]));
}
