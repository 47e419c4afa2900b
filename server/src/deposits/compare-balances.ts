// Compares balances of deposit addresses at a final block with what is recorded: what a contract paid is in no other place. What nothing explains is
// an open payment of a contract, which is no money before two operators have named its transaction.
import {
  compareBalance,
  coinOn,
  wadToUnits,
  type AddressBalance,
  type BalanceSource,
  type BlockRef,
} from '@candor/chain';
import { wad, type AssetCode, type ContractVerdict } from '@candor/wire';
import type { SetUpNetwork } from '../chains/chain-settings.ts';
import type { Clock } from '../kit/clock.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { log } from '../kit/log.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { uuidOfWords } from '../kit/uuid-of.ts';
import {
  holdCursor,
  readDue,
  readRecorded,
  storeComparison,
  storeTrouble,
  type BalanceTrouble,
  type DueAddress,
} from './balance-store.ts';
import { closeFound, findOpenAt, storeFound } from './contract-payment-store.ts';

export interface ComparingParts {
  pool: Pool;
  clock: Clock;
  source: BalanceSource;
  /** Undefined if no second node is configured. */
  second: BalanceSource | undefined;
}

/** So many addresses in one round: at one round in four seconds 400,000 a day. */
const atOnce = 10;
/** The network's own coin; what tokens move is in their logs. */
const assetOf = (followed: SetUpNetwork): AssetCode => followed.network.coins.find(({ isToken }) => !isToken)!.asset;

/** One round, at a block that was read a second time. Returns false if the node did not answer. */
export async function compareBalances(followed: SetUpNetwork, at: BlockRef, parts: ComparingParts): Promise<boolean> {
  const { pool, clock } = parts;
  const due = await readDue(pool, { network: followed.network.name, now: clock.now(), limit: atOnce });
  const outcomes = await Promise.all(due.map((address) => compareOne(followed, { ...parts, at, address })));
  const troubles = outcomes.flatMap((trouble, place) =>
    trouble ? [{ trouble, addressId: due[place]!.addressId }] : [],
  );
  for (const { trouble, addressId } of troubles) await storeTrouble(pool, { addressId, trouble, now: clock.now() });
  return troubles.every(({ trouble }) => trouble !== 'no-answer');
}

interface One extends ComparingParts {
  at: BlockRef;
  address: DueAddress;
}

/** Undefined where it was compared, or the chain moved meanwhile: the next round compares it then. */
async function compareOne(followed: SetUpNetwork, one: One): Promise<BalanceTrouble | undefined> {
  const { pool, clock, source, second, at, address } = one;
  const { name: network } = followed.network;
  if (followed.addressAt(address.addressIndex).address !== address.address) {
    log.error('a deposit address is not what its index gives', { network, address: address.address });
    return 'other-address';
  }
  const balance = await source.balanceAt(address.address, at).catch((error: unknown) => {
    log.warn('a balance could not be read', { network, error: reasonOf(error) });
    return undefined;
  });
  if (!balance) return 'no-answer';
  // The second node is asked only where there is something to say.
  const first = await decide(pool, followed, { at, address, balance });
  if (first.kind === 'too-low') return first.kind;
  const verdict = first.found > 0n ? await askSecond(second, { at, address, balance }) : 'alone';
  await inTransaction(pool, async (database) => {
    if (!(await holdCursor(database, network, at))) return;
    await write(database, followed, { at, address, balance, verdict, now: clock.now() });
  });
  return undefined;
}

interface Said {
  at: BlockRef;
  address: DueAddress;
  balance: AddressBalance;
}

async function decide(database: Database, followed: SetUpNetwork, { at, address, balance }: Said) {
  const asset = assetOf(followed);
  const recorded = await readRecorded(database, { addressId: address.addressId, asset, height: at.height });
  const comparison = compareBalance(balance, recorded);
  if (comparison.kind === 'too-low') return comparison;
  const { depositMin, decimals } = coinOn(followed.network, asset)!;
  // Less is kept and counts once it adds up, as of any deposit: nobody fills the operators' page with dust.
  const isEnough = comparison.surplus >= wadToUnits(wad(depositMin), decimals).units;
  return { ...comparison, found: isEnough ? comparison.surplus : 0n, comparedTo: recorded.comparedTo };
}

async function write(
  database: Database,
  followed: SetUpNetwork,
  said: Said & { verdict: ContractVerdict; now: number },
): Promise<void> {
  const { at, address, balance, verdict, now } = said;
  const { addressId, accountId } = address;
  const decided = await decide(database, followed, said);
  if (decided.kind === 'too-low') return;
  const { found: units, unseen, comparedTo } = decided;
  // An older block says nothing about what a newer one showed.
  if (comparedTo !== null && comparedTo > at.height) return;
  if (units === 0n) {
    if (await findOpenAt(database, addressId)) await closeFound(database, { addressId, state: 'gone', now });
  } else {
    const { name: network } = followed.network;
    const paymentId = uuidOfWords(`contract payment ${addressId} ${at.hash} ${now}`);
    const found = {
      paymentId,
      addressId,
      accountId,
      network,
      asset: assetOf(followed),
      units,
      verdict,
      block: at,
      after: comparedTo,
      now,
    };
    await storeFound(database, found);
  }
  await storeComparison(database, { addressId, now, block: at, balance, unseen });
}

async function askSecond(second: BalanceSource | undefined, { at, address, balance }: Said): Promise<ContractVerdict> {
  if (!second) return 'alone';
  try {
    const { units } = await second.balanceAt(address.address, at);
    return units === balance.units ? 'agrees' : 'contradicts';
  } catch {
    return 'unusable';
  }
}
