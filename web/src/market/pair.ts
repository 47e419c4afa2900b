import { coinOfSymbol } from '@candor/wire';
import type { Coin } from '@candor/wire';

/** As addresses name a market: btcusdt, BTC-USDT, btc_usdt or only btc. */
export function coinOfPair(pair: string): Coin | undefined {
  const plain = pair.toLowerCase().replace(/[^a-z0-9]/g, '');
  return coinOfSymbol(plain) ?? coinOfSymbol(`${plain}usdt`);
}
