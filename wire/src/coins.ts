// The coins of the platform with the precisions that inputs and prices are held to.

export interface Coin {
  code: CoinCode;
  /** Its market against USDT, as exchanges write it. */
  symbol: MarketSymbol;
  name: string;
  /** Decimals of a price in USDT. */
  priceDecimals: number;
  /** Decimals of an amount that a customer may type. */
  amountDecimals: number;
  /** The amount of coin that one sheet of a contract is, as plain decimal text. */
  sheetSize: string;
  /** Majors have the tighter outlier bound of the index price. */
  isMajor: boolean;
}

export const coinCodes = [
  'BTC', 'ETH', 'BNB', 'XRP', 'ADA', 'DOGE', 'POL', 'SOL', 'LTC', 'TON', 'AVAX',
  'DOT', 'BCH', 'TRX', 'NEAR', 'SHIB', 'LINK', 'SUI', 'HBAR', 'DAI', 'TRUMP',
] as const; // oxfmt-ignore
export type CoinCode = (typeof coinCodes)[number];
export type MarketSymbol = `${Lowercase<CoinCode>}usdt`;
/** What balances are held in. */
export type AssetCode = CoinCode | 'USDT';

const rows: [
  CoinCode,
  name: string,
  priceDecimals: number,
  amountDecimals: number,
  sheetSize: string,
  isMajor?: 'major',
][] = [
  ['BTC', 'Bitcoin', 2, 8, '0.001', 'major'],
  ['ETH', 'Ethereum', 2, 8, '0.01', 'major'],
  ['BNB', 'BNB', 2, 8, '0.1', 'major'],
  ['XRP', 'XRP', 5, 4, '10', 'major'],
  ['ADA', 'Cardano', 6, 4, '10'],
  ['DOGE', 'Dogecoin', 6, 4, '100'],
  ['POL', 'Polygon', 6, 4, '100'],
  ['SOL', 'Solana', 4, 8, '0.1', 'major'],
  ['LTC', 'Litecoin', 2, 8, '0.1'],
  ['TON', 'Toncoin', 4, 4, '10'],
  ['AVAX', 'Avalanche', 4, 4, '1'],
  ['DOT', 'Polkadot', 4, 4, '10'],
  ['BCH', 'Bitcoin Cash', 2, 8, '0.1'],
  ['TRX', 'TRON', 6, 4, '100'],
  ['NEAR', 'NEAR Protocol', 4, 4, '10'],
  ['SHIB', 'Shiba Inu', 10, 4, '1000000'],
  ['LINK', 'Chainlink', 4, 4, '1'],
  ['SUI', 'Sui', 4, 4, '10'],
  ['HBAR', 'Hedera', 6, 4, '100'],
  ['DAI', 'Dai', 4, 4, '10'],
  ['TRUMP', 'Official Trump', 4, 4, '1'],
];

export const coins: readonly Coin[] = rows.map(([code, name, priceDecimals, amountDecimals, sheetSize, major]) => ({
  code,
  symbol: `${code.toLowerCase()}usdt` as MarketSymbol,
  name,
  priceDecimals,
  amountDecimals,
  sheetSize,
  isMajor: major === 'major',
}));

export const usdtDecimals = 4;

const bySymbol = new Map<string, Coin>(coins.map((coin) => [coin.symbol, coin]));
const byCode = new Map<string, Coin>(coins.map((coin) => [coin.code, coin]));

export const coinOfSymbol = (symbol: string): Coin | undefined => bySymbol.get(symbol);
export const coinOfCode = (code: string): Coin | undefined => byCode.get(code);

/** Decimals that an amount of this asset may have. */
export const assetDecimals = (asset: AssetCode): number =>
  asset === 'USDT' ? usdtDecimals : byCode.get(asset)!.amountDecimals;
