// What becomes of deposits as blocks come, go and grow old. Pure: what stands goes in, what changes comes out, with what has to be booked.
import { wad, type AssetCode } from '@candor/wire';
import { unitsToWad, wadToUnits } from '../networks/amounts.ts';
import { coinOn } from '../networks/networks.ts';
import type { Network, NetworkCoin } from '../networks/networks.ts';
import { depositKey } from './deposit.ts';
import type { Block, BlockRef, Credit, Deposit, DepositState } from './deposit.ts';

export interface DepositChange {
  /** As it stood when this was decided; undefined for a new one. A store where it stands otherwise by now carries out nothing. */
  was: DepositState | undefined;
  /** As it stands from now on. */
  deposit: Deposit;
  /** To do in the ledger, in the same transaction: a deposit is credited once, and may be put on hold and released many times. */
  books?: 'credit' | 'freeze' | 'release';
  /** The block that the deposit leaves with this change. */
  leaves?: BlockRef | undefined;
  /**
   * `returned-otherwise`: a frozen deposit came back with another amount or payee. `gone`: the second reading of its block does not contain
   * the deposit. The deposit is not credited until an operator has decided or, if it is gone, until a second node confirms it.
   */
  alarm?: 'returned-otherwise' | 'gone';
}

/** Whose address it is; without an account it is this platform's, and the tag is nobody's. Undefined for addresses of others. */
export type Payee = { accountId?: string } | undefined;

export interface Known {
  payeeOf(credit: Credit): Payee;
  /** By its key. */
  standing(key: string): Deposit | undefined;
}

export function takeBlock(network: Network, block: Block, known: Known): DepositChange[] {
  const keys = new Set<string>();
  return block.credits.flatMap((credit) => {
    const key = depositKey(network.name, credit);
    if (keys.has(key)) throw new Error(`block ${block.hash} of ${network.name} holds ${key} twice`);
    keys.add(key);
    const payee = known.payeeOf(credit);
    const stands = known.standing(key);
    if (!payee || (!stands && leavesNoTrace(network, credit, payee))) return [];
    return takeCredit(network, { credit, block, payee, stands });
  });
}

/** A payment to a customer of less than this part of the minimum deposit is not stored. */
const dustParts = 100n;

/**
 * Transfers of nothing are made to bring a look-alike address into somebody's history. A payment of one drop of XRP costs its sender almost nothing, but
 * each stored deposit costs work in each round, and each one without an account costs an operator's time. So smaller payments leave no trace.
 */
function leavesNoTrace(network: Network, credit: Credit, { accountId }: NonNullable<Payee>): boolean {
  const least = depositMinOf(network, credit);
  return credit.units === 0n || credit.units < (accountId === undefined ? least : least / dustParts);
}

function takeCredit(
  network: Network,
  { credit, block, payee, stands }: { credit: Credit; block: BlockRef; payee: NonNullable<Payee>; stands?: Deposit | undefined }, // oxfmt-ignore
): DepositChange[] {
  // A chain holds a transaction once; a source that says otherwise can't have it credited again.
  if (stands?.block) return [];
  const at = { height: block.height, hash: block.hash };
  // The same payment keeps its account in every block: whom an operator assigned it to, or nobody, even if its tag was given to a customer since.
  const isKnown = stands !== undefined && isSamePayment(stands, credit);
  const accountId = isKnown ? stands.accountId : (payee.accountId ?? stands?.accountId);
  const isSame = stands?.units === credit.units && stands.accountId === accountId;
  if (stands?.state === 'frozen') {
    const was = stands.state;
    return [
      isSame ? { was, deposit: { ...stands, block: at } } : { was, deposit: stands, alarm: 'returned-otherwise' },
    ];
  }
  const isSmall = credit.units < depositMinOf(network, credit);
  const state = accountId === undefined ? 'unmatched' : isSmall ? 'dust' : 'seen';
  const owned = accountId === undefined ? {} : { accountId };
  const deposit = { ...credit, ...owned, network: network.name, block: at, isCleared: isSame && stands.isCleared };
  return [{ was: stands?.state, deposit: { ...deposit, state } }];
}

/**
 * Compares a block with its second reading, which happens once the block is reliable. Deposits that only the second reading has are new.
 * Deposits that only the first reading had are set aside until an operator has checked them. `standing` are all deposits of this block.
 */
export function readBlockAgain(
  network: Network,
  block: Block,
  { known, standing }: { known: Known; standing: readonly Deposit[] },
): DepositChange[] {
  const found = new Map(block.credits.map((credit) => [depositKey(network.name, credit), credit]));
  const gone = standing.filter((deposit) => !isSamePayment(deposit, found.get(depositKey(network.name, deposit))));
  return [...takeBlock(network, block, known), ...gone.map(setAside)];
}

/** True if the block has the deposit's payment with the same amount, address and tag. */
export const isSamePayment = (deposit: Deposit, credit: Credit | undefined): boolean =>
  credit?.units === deposit.units && credit.address === deposit.address && credit.tag === deposit.tag;

function setAside(deposit: Deposit): DepositChange {
  const isWaiting = /^(?:seen|dust|held)$/.test(deposit.state);
  if (isWaiting) return { was: deposit.state, deposit: { ...deposit, state: 'held', isCleared: false }, alarm: 'gone' };
  return { ...dropBlock([deposit])[0]!, alarm: 'gone' };
}

/** The block that holds these deposits was replaced by another. */
export const dropBlock = (deposits: readonly Deposit[]): DepositChange[] =>
  deposits.map(({ block: leaves, ...deposit }): DepositChange => {
    const was = deposit.state;
    switch (deposit.state) {
      case 'credited':
        return { was, deposit: { ...deposit, state: 'frozen' }, books: 'freeze', leaves };
      case 'frozen':
        return { was, deposit, leaves };
      case 'seen':
      case 'dust':
      case 'unmatched':
      case 'held':
        return { was, deposit: { ...deposit, state: 'orphaned' }, leaves };
      case 'orphaned':
        throw new Error(`${depositKey(deposit.network, deposit)} was in no block`);
    }
  });

export interface Heights {
  /** Of the newest block that was taken. */
  tip: number;
  /** Up to here the network itself says that nothing changes any more; undefined where it doesn't, or where it isn't known to be this chain. */
  final: number | undefined;
  /** Height up to which blocks have been read a second time, after they became reliable. */
  readAgain: number;
}

/** Returns the height up to which blocks are reliable (except for large deposits) and are therefore read a second time. */
export function reliedOn({ requires }: Network, { tip, final }: Omit<Heights, 'readAgain'>): number {
  const deep = tip - requires.confirmations + 1;
  return requires.isFinal ? Math.min(deep, final ?? -1) : deep;
}

/** Credits what has become deep enough. `deposits` are all of the network that are seen, dust or frozen and stand in a block. */
export function settleDeposits(
  network: Network,
  deposits: readonly Deposit[],
  { heights, mustHold }: { heights: Heights; mustHold: (deposit: Deposit) => boolean },
): DepositChange[] {
  const atStake = sumsBy(deposits, stakeOf);
  const deep = deposits.filter((deposit) =>
    isDeep(network, { deposit, atStake: atStake.get(stakeOf(deposit))!, heights }),
  );
  const dust = sumsBy(
    deep.filter(({ state }) => state === 'dust'),
    purseOf,
  );
  const settle = (deposit: Deposit): DepositChange => {
    const canPass = unitsToWad(deposit.units, coinOf(network, deposit).decimals) !== undefined;
    const was = deposit.state;
    if (!canPass || (mustHold(deposit) && !deposit.isCleared)) return { was, deposit: { ...deposit, state: 'held' } };
    return { was, deposit: { ...deposit, state: 'credited' }, books: 'credit' };
  };
  return deep.flatMap((deposit): DepositChange[] => {
    switch (deposit.state) {
      case 'seen':
        return [settle(deposit)];
      case 'dust':
        return dust.get(purseOf(deposit))! >= depositMinOf(network, deposit) ? [settle(deposit)] : [];
      case 'frozen':
        return [{ was: 'frozen', deposit: { ...deposit, state: 'credited' }, books: 'release' }];
      case 'credited':
      case 'orphaned':
      case 'unmatched':
      case 'held':
        return [];
    }
  });
}

/** An operator found whose it is: it is credited as any other, when it is deep enough. */
export function assignDeposit(deposit: Deposit, accountId: string): Deposit {
  if (deposit.state !== 'unmatched') throw new Error(`a deposit that is ${deposit.state} can't be assigned`);
  return { ...deposit, accountId, state: 'seen' };
}

/** An operator lets a held deposit pass. */
export function clearDeposit(deposit: Deposit): Deposit {
  if (deposit.state !== 'held') throw new Error(`a deposit that is ${deposit.state} can't be let pass`);
  return { ...deposit, state: 'seen', isCleared: true };
}

/** How many blocks hold or follow it. */
export const confirmationsOf = ({ block }: Deposit, tip: number): number =>
  block ? Math.max(0, tip - block.height + 1) : 0;

/** Returns the confirmations that an amount needs: whoever replaces blocks does it for large amounts. */
export function confirmationsFor(
  network: Network,
  { asset, units: atStake }: { asset: AssetCode; units: bigint },
): number {
  const { confirmations, large } = network.requires;
  const coin = coinOn(network, asset);
  if (!large || !coin) return confirmations;
  const { units } = wadToUnits(wad(large.from), coin.decimals);
  return atStake >= units ? large.confirmations : confirmations;
}

function isDeep(
  network: Network,
  { deposit, atStake, heights }: { deposit: Deposit; atStake: bigint; heights: Heights },
): boolean {
  if (!deposit.block || deposit.block.height > heights.readAgain) return false;
  if (network.requires.isFinal && !(heights.final !== undefined && deposit.block.height <= heights.final)) return false;
  return confirmationsOf(deposit, heights.tip) >= confirmationsFor(network, { asset: deposit.asset, units: atStake });
}

/** All that would be taken back together with a deposit: one payment can be made in many parts, so the sum decides the confirmations. */
const stakeOf = ({ asset, block }: Deposit): string => `${asset} ${block?.hash ?? ''}`;

/** Small deposits that are counted together. */
const purseOf = ({ asset, accountId }: Deposit): string => `${asset} ${accountId ?? ''}`;

/** Adds up in one pass: anyone can make many small deposits. */
function sumsBy(deposits: readonly Deposit[], groupOf: (deposit: Deposit) => string): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const deposit of deposits) {
    const group = groupOf(deposit);
    sums.set(group, (sums.get(group) ?? 0n) + deposit.units);
  }
  return sums;
}

/** Minimum deposit of a coin, in its base units. */
export function depositMinOf(network: Network, of: Pick<Credit, 'asset'>): bigint {
  const { depositMin, decimals } = coinOf(network, of);
  return wadToUnits(wad(depositMin), decimals).units;
}

function coinOf(network: Network, { asset }: Pick<Credit, 'asset'>): NetworkCoin {
  const coin = coinOn(network, asset);
  if (!coin) throw new Error(`${network.name} has no ${asset}`);
  return coin;
}
