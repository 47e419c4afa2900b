// What each simulated market is like: its usual price, how much it moves, and how much is traded.
import type { CoinCode } from '@candor/wire';

export interface SimulatedCoin {
  /** The price that its market wanders around, USDT. */
  price: number;
  /** Standard deviation of a year's return. */
  yearlyVolatility: number;
  /** How much of the movement it shares with the whole market, 0 to 1. */
  marketShare: number;
  /** Turnover of a usual day, million USDT. */
  dailyMillions: number;
  spreadBps: number;
}

type Row = [price: number, yearlyVolatility: number, marketShare: number, dailyMillions: number, spreadBps: number];

const rows: Record<CoinCode, Row> = {
  BTC: [93_000, 0.45, 0.85, 900, 0.2],
  ETH: [2_400, 0.62, 0.85, 600, 0.4],
  BNB: [860, 0.5, 0.7, 60, 1.5],
  XRP: [2.1, 0.7, 0.7, 180, 1],
  ADA: [0.48, 0.75, 0.75, 40, 2.5],
  DOGE: [0.155, 0.8, 0.7, 110, 1.5],
  POL: [0.142, 0.85, 0.7, 9, 8],
  SOL: [138, 0.72, 0.8, 220, 1],
  LTC: [92, 0.6, 0.75, 30, 2.5],
  TON: [1.62, 0.7, 0.65, 8, 8],
  AVAX: [14.2, 0.8, 0.78, 22, 4],
  DOT: [2.35, 0.75, 0.75, 14, 5],
  BCH: [540, 0.62, 0.65, 18, 3],
  TRX: [0.283, 0.38, 0.5, 45, 2],
  NEAR: [1.85, 0.85, 0.75, 12, 6],
  SHIB: [0.00001, 0.8, 0.72, 20, 4],
  LINK: [13.4, 0.75, 0.78, 32, 3],
  SUI: [1.55, 0.9, 0.75, 45, 3],
  HBAR: [0.145, 0.85, 0.7, 16, 5],
  DAI: [1, 0.004, 0, 3, 2],
  TRUMP: [7.1, 1.05, 0.55, 14, 5],
};

export function simulatedCoin(code: CoinCode): SimulatedCoin {
  const [price, yearlyVolatility, marketShare, dailyMillions, spreadBps] = rows[code];
  return { price, yearlyVolatility, marketShare, dailyMillions, spreadBps };
}
