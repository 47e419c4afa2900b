// Whether deposits that are deep enough are credited now: what a second node confirms is, what it denies is held for a person, and what
// one node alone says is believed up to a sum of each coin and day. The database keeps the sum too.
import { askSecondNode, depositKey, type ChainSource, type Deposit, type Network, type NodeVerdict, type Ruling } from '@candor/chain'; // oxfmt-ignore
import { subtract, zero, type AssetCode, type Wad } from '@candor/wire';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { storeVerdicts, readLeftToOneNode, type Verdict } from './check-store.ts';
import { amountOf, depositIdOf } from './deposit-row.ts';

export interface JudgeParts {
  pool: Pool;
  network: Network;
  /** Undefined where one node is all there is. */
  second: ChainSource | undefined;
  now: number;
}

/** By the key of each deposit. Those that operators let pass are not asked about. */
export async function judgeDeposits(
  deposits: readonly Deposit[],
  parts: JudgeParts,
): Promise<ReadonlyMap<string, Ruling>> {
  const unclear = deposits.filter(({ isCleared }) => !isCleared);
  const verdicts = await noteVerdicts(unclear, parts);
  const assets = [...new Set(unclear.map(({ asset }) => asset))];
  const left = await readLeftToOneNode(parts.pool, assets, parts.now);
  return new Map(
    unclear.map((deposit) => {
      const key = depositKey(parts.network.name, deposit);
      return [
        key,
        ruleOn(verdicts.get(key)!, { left, asset: deposit.asset, amount: amountInBooks(deposit, parts.network) }),
      ];
    }),
  );
}

/** Asks the second node, if there is one, and keeps what it said. */
export async function noteVerdicts(
  deposits: readonly Deposit[],
  { pool, network, second }: Omit<JudgeParts, 'now'>,
): Promise<ReadonlyMap<string, Verdict>> {
  if (deposits.length === 0) return new Map();
  const said: ReadonlyMap<string, NodeVerdict> = second ? await askSecondNode(second, network.name, deposits) : new Map(); // oxfmt-ignore
  const verdicts = new Map<string, Verdict>();
  for (const deposit of deposits) {
    const key = depositKey(network.name, deposit);
    const verdict = said.get(key) ?? 'alone';
    verdicts.set(key, verdict);
    if (verdict === 'contradicts') log.error('a second node contradicts a deposit', { deposit: depositIdOf(network.name, deposit) }); // oxfmt-ignore
  }
  await storeVerdicts(
    pool,
    deposits.map((deposit) => ({
      depositId: depositIdOf(network.name, deposit),
      blockHash: deposit.block!.hash,
      verdict: verdicts.get(depositKey(network.name, deposit))!,
    })),
  );
  return verdicts;
}

/** Takes from `left` what it lets through by the word of one node. */
function ruleOn(
  verdict: Verdict,
  { left, asset, amount }: { left: Map<AssetCode, Wad>; asset: AssetCode; amount: Wad | undefined },
): Ruling {
  if (verdict === 'agrees') return 'credit';
  if (verdict === 'contradicts' || amount === undefined) return 'hold';
  const rest = subtract(left.get(asset) ?? zero, amount);
  if (rest >= zero) {
    left.set(asset, rest);
    return 'credit';
  }
  // A second node that is there will answer; without one only people can go on.
  return verdict === 'alone' ? 'hold' : 'wait';
}

const amountInBooks = ({ asset, units }: Deposit, network: Network): Wad | undefined =>
  amountOf(network, { asset, units: String(units) });
