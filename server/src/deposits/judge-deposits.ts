// Decides which deposits with enough confirmations are credited now. A deposit that a second node confirms is credited; one that it denies is held
// for an operator. Without a second node, deposits are credited up to a sum per coin and day, which the database checks as well.
import { askSecondNode, depositKey, type ChainSource, type Deposit, type Network, type NodeVerdict, type Ruling } from '@candor/chain'; // oxfmt-ignore
import { subtract, zero, type AssetCode, type Wad } from '@candor/wire';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { storeVerdicts, readLeftToOneNode, type Verdict } from './check-store.ts';
import { amountOf, depositIdOf } from './deposit-row.ts';

export interface JudgeParts {
  pool: Pool;
  network: Network;
  /** Undefined if no second node is configured. */
  second: ChainSource | undefined;
  now: number;
}

/** Returns the verdicts by key of the deposit. The second node is not asked about deposits that operators let pass. */
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

/** Asks the second node, if there is one, and stores its answers. */
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

/** Credits by one node alone as long as `left` covers the deposit, and subtracts it from `left`. */
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
  // A configured second node will answer later; without one, only operators can let the deposit pass.
  return verdict === 'alone' ? 'hold' : 'wait';
}

const amountInBooks = ({ asset, units }: Deposit, network: Network): Wad | undefined =>
  amountOf(network, { asset, units: String(units) });
