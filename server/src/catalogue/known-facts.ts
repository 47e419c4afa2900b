// What is known of each coin without asking anyone, with the day that its figures are of. A configured listing brings newer ones.
import type { CoinCode } from '@candor/wire';

export interface CoinFacts {
  coingecko: string;
  coinmarketcap: string;
  launchDate: string;
  website: string;
  explorer: string;
  circulating: string | null;
  total: string | null;
  /** Null: the protocol sets no limit. */
  max: string | null;
  asOf: string;
}

type Names = [coingecko: string, coinmarketcap: string, launchDate: string];
type Places = [website: string, explorer: string];
type Supplies = [circulating: string | null, total: string | null, max: string | null, asOf: string];

/** The day of the recorded public listing that most figures are of. */
const listed = '2023-11-16';

const rows: Record<CoinCode, [Names, Places, Supplies]> = {
  BTC: [['bitcoin', 'bitcoin', '2009-01-03'], ['bitcoin.org', 'mempool.space'], ['19540000', '19540000', '21000000', listed]],
  ETH: [['ethereum', 'ethereum', '2015-07-30'], ['ethereum.org', 'etherscan.io'], ['120250000', '120250000', null, listed]],
  BNB: [['binancecoin', 'bnb', '2017-07-08'], ['www.bnbchain.org', 'bscscan.com'], ['151700000', '151700000', null, listed]],
  XRP: [['ripple', 'xrp', '2012-06-02'], ['xrpl.org', 'livenet.xrpl.org'], ['53720000000', '99988000000', '100000000000', listed]],
  ADA: [['cardano', 'cardano', '2017-09-29'], ['cardano.org', 'cardanoscan.io'], ['35280000000', '36350000000', '45000000000', listed]],
  DOGE: [['dogecoin', 'dogecoin', '2013-12-06'], ['dogecoin.com', 'dogechain.info'], ['141860000000', '141860000000', null, listed]],
  POL: [['polygon-ecosystem-token', 'polygon-ecosystem-token', '2023-10-25'], ['polygon.technology', 'polygonscan.com'], [null, '10000000000', null, '2023-10-25']],
  SOL: [['solana', 'solana', '2020-03-16'], ['solana.com', 'explorer.solana.com'], ['422600000', '562600000', null, listed]],
  LTC: [['litecoin', 'litecoin', '2011-10-13'], ['litecoin.org', 'blockchair.com/litecoin'], ['73880000', '73880000', '84000000', listed]],
  TON: [['the-open-network', 'toncoin', '2019-11-15'], ['ton.org', 'tonscan.org'], ['3430000000', '5050000000', null, listed]],
  AVAX: [['avalanche-2', 'avalanche', '2020-09-21'], ['www.avax.network', 'snowtrace.io'], ['355500000', '432900000', '720000000', listed]],
  DOT: [['polkadot', 'polkadot-new', '2020-05-26'], ['polkadot.com', 'polkadot.subscan.io'], ['1276000000', '1378000000', null, listed]],
  BCH: [['bitcoin-cash', 'bitcoin-cash', '2017-08-01'], ['bitcoincash.org', 'blockchair.com/bitcoin-cash'], ['19560000', '19560000', '21000000', listed]],
  TRX: [['tron', 'tron', '2017-09-13'], ['tron.network', 'tronscan.org'], ['88650000000', '88650000000', null, listed]],
  NEAR: [['near', 'near-protocol', '2020-04-22'], ['near.org', 'nearblocks.io'], [null, '1000000000', null, '2020-04-22']],
  SHIB: [['shiba-inu', 'shiba-inu', '2020-08-01'], ['shib.io', 'etherscan.io/token/0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE'], ['589590000000000', '589590000000000', null, listed]],
  LINK: [['chainlink', 'chainlink', '2017-09-19'], ['chain.link', 'etherscan.io/token/0x514910771af9ca656af840dff83e8264ecf986ca'], ['556800000', '1000000000', '1000000000', listed]],
  SUI: [['sui', 'sui', '2023-05-03'], ['sui.io', 'suiscan.xyz'], [null, '10000000000', '10000000000', '2023-05-03']],
  HBAR: [['hedera-hashgraph', 'hedera', '2019-09-16'], ['hedera.com', 'hashscan.io'], [null, '50000000000', '50000000000', '2019-09-16']],
  DAI: [['dai', 'multi-collateral-dai', '2019-11-18'], ['makerdao.com', 'etherscan.io/token/0x6b175474e89094c44da98b954eedeac495271d0f'], ['5350000000', '5350000000', null, listed]],
  TRUMP: [['official-trump', 'official-trump', '2025-01-17'], ['gettrumpmemes.com', 'solscan.io/token/6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN'], ['200000000', '1000000000', '1000000000', '2025-01-17']],
}; // oxfmt-ignore

export function knownFacts(code: CoinCode): CoinFacts {
  const [[coingecko, coinmarketcap, launchDate], [website, explorer], [circulating, total, max, asOf]] = rows[code];
  return {
    coingecko,
    coinmarketcap,
    launchDate,
    website: `https://${website}`,
    explorer: `https://${explorer}`,
    circulating,
    total,
    max,
    asOf,
  };
}
