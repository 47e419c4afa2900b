// HTX's newer reference calls: state of the market, markets and currencies.
import {
  assetDecimals,
  coins,
  htxCurrencies,
  htxCurrencySettings,
  htxMarketSettings,
  htxMarketStatus,
  htxSymbolSettings,
} from '@candor/wire';
import type { AssetCode, Coin } from '@candor/wire';
import { bind } from '../../kit/feature.ts';
import type { BoundCall } from '../../kit/feature.ts';
import type { MarketView } from '../topics/market-view.ts';

const assets: readonly { code: AssetCode; name: string }[] = [...coins, { code: 'USDT', name: 'Tether' }];
/** Decimals of a turnover in USDT. */
export const turnoverDecimals = 8;

export function htxReferenceCalls({ market, clock }: Pick<MarketView, 'market' | 'clock'>): BoundCall[] {
  const settings = <Row>(data: Row[]) => ({
    status: 'ok' as const,
    data,
    ts: String(clock.now()),
    full: 1 as const,
  });
  const isHalted = ({ code }: Coin): boolean => market.state(code) === 'halted';
  const stateOf = (coin: Coin) => (isHalted(coin) ? ('suspend' as const) : ('online' as const));

  return [
    bind(htxMarketStatus, () => {
      const halted = coins.filter(isHalted).map(({ symbol }) => symbol);
      const affectedSymbols = halted.length === coins.length ? 'all' : halted.join(',');
      const data = halted.length === 0 ? { marketStatus: 1 as const } : { marketStatus: 2 as const, affectedSymbols };
      return { code: 200 as const, message: 'success' as const, data };
    }),
    bind(htxSymbolSettings, () => settings(coins.map((coin) => describeSymbol(coin, stateOf(coin))))),
    bind(htxMarketSettings, ({ symbols }) => {
      const wanted = symbols === undefined ? undefined : new Set(symbols.split(','));
      const listed = coins.filter(({ symbol }) => wanted?.has(symbol) ?? true);
      return settings(listed.map((coin) => describeMarket(coin, stateOf(coin))));
    }),
    bind(htxCurrencySettings, () => settings(assets.map(describeCurrency))),
    bind(htxCurrencies, ({ currency }) => ({
      code: 200 as const,
      message: 'success' as const,
      data: assets
        .map(({ code }) => code.toLowerCase())
        .filter((code) => currency === undefined || code === currency)
        .map((code) => ({ currency: code, assetType: 1 as const, chains: [], instStatus: 'normal' as const })),
    })),
  ];
}

type State = 'online' | 'suspend';

const describeSymbol = ({ code, symbol, priceDecimals, amountDecimals }: Coin, state: State) => ({
  sc: symbol,
  dn: `${code}/USDT`,
  bc: code.toLowerCase(),
  qc: 'usdt',
  bcdn: code,
  qcdn: 'USDT',
  state,
  sp: 'main' as const,
  tags: '',
  tpp: priceDecimals,
  tap: amountDecimals,
  ttp: turnoverDecimals,
  fp: turnoverDecimals,
  te: false as const,
});

const describeMarket = ({ code, symbol, priceDecimals, amountDecimals }: Coin, state: State) => ({
  symbol,
  state,
  bc: code.toLowerCase(),
  qc: 'usdt',
  pp: priceDecimals,
  ap: amountDecimals,
  vp: turnoverDecimals,
  sp: 'main' as const,
  at: 'disabled' as const,
  tags: '',
});

const describeCurrency = ({ code, name }: { code: AssetCode; name: string }) => ({
  cc: code.toLowerCase(),
  dn: code,
  fn: name,
  at: 1 as const,
  wp: assetDecimals(code),
  v: true,
  qc: code === 'USDT',
  de: false as const,
  wed: false as const,
  state: 'online' as const,
  tags: '',
});
