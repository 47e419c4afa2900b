// Compares balances of deposit addresses at a final block with the records: only the balance shows a payment by a contract. An unexplained
// surplus is stored as an open payment, which is not credited before two operators have named its transaction.
import { compareBalance, depositMinOf, type AddressBalance, type BalanceSource, type BlockRef } from '@candor/chain';
import { type AssetCode, type ContractVerdict } from '@candor/wire';
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

/** Maximum of addresses in one round. With one round every four seconds, more than 200,000 addresses a day. */
const atOnce = 10;
/** Returns the network's own coin. Tokens need no comparison, because their movements are in logs. */
const assetOf = (followed: SetUpNetwork): AssetCode => followed.network.coins.find(({ isToken }) => !isToken)!.asset;

/** Runs one round, at a block that was read a second time. Returns false if the node did not answer. */
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

/** Returns undefined if the balance was compared, or if the chain changed in the meantime; the next round then compares it. */
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
  // The second node is asked only if the first node's balance shows a surplus.
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
  // A smaller surplus is kept until it adds up, like any small deposit, so that dust does not fill the operators' page.
  const isEnough = comparison.surplus >= depositMinOf(followed.network, { asset });
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
  // A comparison at an older block must not overwrite a newer one.
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
