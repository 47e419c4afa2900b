// Which coin and network is shown: what was chosen, else what can be used. Pure.
import type { DepositWay } from '@candor/wire';

/** What ways in and ways out have in common. */
export type Way = Pick<DepositWay, 'coin_code' | 'network' | 'network_title' | 'token_standard' | 'state'>;

export const coinsIn = (ways: readonly Way[]): string[] => [...new Set(ways.map((way) => way.coin_code))];

/** The first network of a coin is the one that costs its owner least; one that is off is proposed only where all are. */
export function wayOf<Each extends Way>(
  ways: readonly Each[],
  { coin, network }: { coin: string | undefined; network: string | undefined },
): Each | undefined {
  const own = ways.filter((way) => way.coin_code === (coin ?? ways[0]?.coin_code));
  return own.find((way) => way.network === network) ?? own.find(({ state }) => state !== 'off') ?? own[0];
}

/** Beginning and end, which people compare. */
export const shortTxid = (txid: string): string =>
  txid.length <= 20 ? txid : `${txid.slice(0, 10)}…${txid.slice(-6)}`;
