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
import { holdCursor, readDue, readRecorded, storeComparison, storeTrouble, type DueAddress } from './balance-store.ts';
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

/** One round, at a block that was read a second time. Returns how many addresses were compared. */
export async function compareBalances(followed: SetUpNetwork, at: BlockRef, parts: ComparingParts): Promise<number> {
  const { pool, clock } = parts;
  const due = await readDue(pool, { network: followed.network.name, now: clock.now(), limit: atOnce });
  const compared = await Promise.all(due.map((address) => compareOne(followed, { ...parts, at, address })));
  return compared.filter(Boolean).length;
}

interface One extends ComparingParts {
  at: BlockRef;
  address: DueAddress;
}

async function compareOne(followed: SetUpNetwork, one: One): Promise<boolean> {
  const { pool, clock, source, second, at, address } = one;
  const { addressId } = address;
  const trouble = (what: 'too-low' | 'no-answer' | 'other-address'): Promise<void> =>
    storeTrouble(pool, { addressId, trouble: what, now: clock.now() });
  if (followed.addressAt(address.addressIndex).address !== address.address) {
    log.error('a deposit address is not what its index gives', { network: followed.network.name, address: address.address }); // oxfmt-ignore
    await trouble('other-address');
    return false;
  }
  const balance = await source.balanceAt(address.address, at).catch((error: unknown) => {
    log.warn('a balance could not be read', { network: followed.network.name, error: reasonOf(error) });
    return undefined;
  });
  if (!balance) {
    await trouble('no-answer');
    return false;
  }
  // The second node is asked only where there is something to say.
  const first = await decide(pool, followed, { at, address, balance });
  const verdict = first.kind === 'compared' && first.found > 0n ? await askSecond(second, { at, address, balance }) : 'alone'; // oxfmt-ignore
  const isStored = await inTransaction(pool, async (database) => {
    if (!(await holdCursor(database, followed.network.name, at))) return false;
    return write(database, followed, { at, address, balance, verdict, now: clock.now() });
  });
  if (!isStored) await trouble(first.kind === 'too-low' ? 'too-low' : 'no-answer');
  return isStored;
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

/** Returns false where less is there than is recorded. */
async function write(
  database: Database,
  followed: SetUpNetwork,
  said: Said & { verdict: ContractVerdict; now: number },
): Promise<boolean> {
  const { at, address, balance, verdict, now } = said;
  const { addressId, accountId } = address;
  const decided = await decide(database, followed, said);
  if (decided.kind === 'too-low') return false;
  const { found: units, unseen, comparedTo } = decided;
  // An older block says nothing about what a newer one showed.
  if (comparedTo !== null && comparedTo > at.height) return false;
  if (units === 0n) {
    if (await findOpenAt(database, addressId)) await closeFound(database, { addressId, state: 'gone', now });
  } else {
    const { name: network } = followed.network;
    const paymentId = uuidOfWords(`contract payment ${addressId} ${at.hash} ${now}`);
    const found = { paymentId, addressId, accountId, network, asset: assetOf(followed), units, verdict, block: at, after: comparedTo, now }; // oxfmt-ignore
    await storeFound(database, found);
  }
  await storeComparison(database, { addressId, now, block: at, balance, unseen });
  return true;
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
