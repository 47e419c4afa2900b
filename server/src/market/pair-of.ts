import { coinOfSymbol, type Coin } from '@candor/wire';
import { refuse } from '../kit/refuse.ts';

/** The coin of a market's symbol, in either case; refuses a market that there is not. */
export const pairOf = (symbol: string): Coin => coinOfSymbol(symbol.toLowerCase()) ?? refuse('unknown-coin');
