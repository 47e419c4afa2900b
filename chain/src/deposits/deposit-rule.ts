// What becomes of deposits as blocks come, go and grow old. Pure: what stands goes in, what changes comes out, with what has to be booked.
import { wad } from '@candor/wire';
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
   * the deposit. The deposit is not credited until an operator has decided.
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
    // Transfers of nothing are made to bring a look-alike address into somebody's history.
    if (!payee || credit.units === 0n) return [];
    return takeCredit(network, { credit, block, payee, stands: known.standing(key) });
  });
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
  const deep = deposits.filter((deposit) => isDeep(network, { deposit, deposits, heights }));
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
        return isEnough(network, deposit, deep) ? [settle(deposit)] : [];
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

/** How many of them it needs: by all that would be taken back with its block, as one payment can be made in many parts. */
export function confirmationsNeeded(network: Network, deposit: Deposit, deposits: readonly Deposit[]): number {
  const { confirmations, large } = network.requires;
  if (!large) return confirmations;
  const atStake = sum(deposits.filter((each) => each.asset === deposit.asset && each.block?.hash === deposit.block?.hash)); // oxfmt-ignore
  const { units } = wadToUnits(wad(large.from), coinOf(network, deposit).decimals);
  return atStake >= units ? large.confirmations : confirmations;
}

function isDeep(
  network: Network,
  { deposit, deposits, heights }: { deposit: Deposit; deposits: readonly Deposit[]; heights: Heights },
): boolean {
  if (!deposit.block || deposit.block.height > heights.readAgain) return false;
  if (network.requires.isFinal && !(heights.final !== undefined && deposit.block.height <= heights.final)) return false;
  return confirmationsOf(deposit, heights.tip) >= confirmationsNeeded(network, deposit, deposits);
}

const isEnough = (network: Network, dust: Deposit, deep: readonly Deposit[]): boolean =>
  sum(
    deep.filter(
      ({ state, accountId, asset }) => state === 'dust' && accountId === dust.accountId && asset === dust.asset,
    ),
  ) >= depositMinOf(network, dust);

const sum = (deposits: readonly Deposit[]): bigint => deposits.reduce((total, { units }) => total + units, 0n);

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
