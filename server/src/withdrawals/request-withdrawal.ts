// A withdrawal is asked for: its amount is reserved, and what it costs and what arrives are fixed, or it is refused.
import { coinOn, wadToUnits, type Network } from '@candor/chain';
import { formatAmount, subtract, toInstant, withdrawalParts, zero, type AssetCode, type Uuid, type Wad, type WithdrawalMessage } from '@candor/wire'; // oxfmt-ignore
import assert from 'node:assert/strict';
import type { Book } from '../kit/feature.ts';
import { accountHoldEnds } from '../accounts/hold-ends.ts';
import { Refusal } from '../kit/refuse.ts';
import { insertRow, updateRow, type Command, type CommandState } from '../ledger/command.ts';
import { debtOf, nameDebt } from '../ledger/debt.ts';
import { endOfHold } from './holds.ts';
import { withdrawalAddresses, type StoredAddress } from './saved-address.ts';
import type { WithdrawalTerms } from './terms.ts';
import { openWithdrawals, withdrawalMessage, withdrawals, type Withdrawal } from './withdrawal.ts';

export interface WantedWithdrawal {
  accountId: Uuid;
  book: Book;
  isVerified: boolean;
  network: Network;
  asset: AssetCode;
  addressId: Uuid;
  amount: Wad;
  /** As they are in force when this is asked for. */
  terms: WithdrawalTerms;
  /** How long holds last. */
  mode: 'demo' | 'production';
}

export const requestWithdrawal: Command<WantedWithdrawal, WithdrawalMessage> = {
  name: 'request-withdrawal',
  refusals: [
    'experience-no-withdrawal',
    'verification-required',
    'withdrawal-unfinished',
    'withdrawal-too-small',
    'withdrawal-held',
    'withdrawal-debt',
    'insufficient-balance',
    'not-found',
  ],
  coins: ({ asset }) => (asset === 'USDT' ? ['USDT'] : [asset, 'USDT']),
  house: [],
  rows: ({ accountId, addressId }) => [
    { table: openWithdrawals, id: accountId },
    { table: withdrawalAddresses, id: addressId },
    nameDebt(accountId),
    { table: accountHoldEnds, id: accountId },
  ],
  decide(wanted, state) {
    const { accountId, book, addressId, amount, asset } = wanted;
    const address = state.row(withdrawalAddresses, addressId);
    const open = state.row(openWithdrawals, accountId);
    const refusal = whyNot(wanted, { address, isOpen: (open?.withdrawalId ?? null) !== null, state });
    if (refusal) return refusal;
    const withdrawal = newWithdrawal(wanted, address!, state);
    const { withdrawalId } = withdrawal;
    return {
      objectId: withdrawalId,
      moves: [{ kind: 'withdrawal-reserved', coin: asset, from: 'available', to: 'reserved', amount }],
      writes: [
        insertRow(withdrawals, withdrawal),
        open ? updateRow(openWithdrawals, { ...open, withdrawalId }) : insertRow(openWithdrawals, { accountId, book, withdrawalId }), // oxfmt-ignore
      ],
      reply: withdrawalMessage(withdrawal, wanted.network.title),
      events: [{ name: 'withdrawal.changed', payload: withdrawal }],
    };
  },
};

function whyNot(
  wanted: WantedWithdrawal,
  { address, isOpen, state }: { address: StoredAddress | undefined; isOpen: boolean; state: CommandState },
): Refusal | undefined {
  const { accountId, book, network, asset, amount, mode } = wanted;
  if (book !== 'real') return new Refusal('experience-no-withdrawal');
  if (!wanted.isVerified) return new Refusal('verification-required', { redirect: '/authentication' });
  if (isOpen) return new Refusal('withdrawal-unfinished');
  const isAddress = address?.deletedAt === null && address.network === network.name && address.asset === asset;
  if (!isAddress) return new Refusal('not-found');
  const ends = state.row(accountHoldEnds, accountId);
  assert(ends, 'every account has a row that tells until when it is held');
  const until = Math.max(address.usableAt, ends.heldUntil === null ? 0 : endOfHold(ends.heldUntil, mode));
  if (until > state.now) return new Refusal('withdrawal-held', { until: toInstant(until) });
  if (!coinOn(network, asset)) return new Refusal('not-found');
  const { minAmount } = wanted.terms;
  if (amount < minAmount) return new Refusal('withdrawal-too-small', { min: formatAmount(minAmount) });
  return whyShort(wanted, state);
}

function whyShort({ accountId, asset, amount }: WantedWithdrawal, state: CommandState): Refusal | undefined {
  const { available } = state.balance(asset);
  if (available < amount) return new Refusal('insufficient-balance', { available: formatAmount(available) });
  const owed = debtOf(state, accountId);
  const free = freeOf({ asset, available, usdt: state.balance('USDT').available, owed });
  if (amount <= free) return undefined;
  return new Refusal('withdrawal-debt', { owed: formatAmount(owed), available: formatAmount(free) });
}

/** Of what is available may leave: what is owed stays, in USDT, as a loan that is due is taken from that alone. */
export function freeOf({
  asset,
  available,
  usdt,
  owed,
}: {
  asset: AssetCode;
  available: Wad;
  usdt: Wad;
  owed: Wad;
}): Wad {
  if (owed === zero) return available;
  const beyond = usdt > owed ? subtract(usdt, owed) : zero;
  if (asset === 'USDT') return beyond;
  return usdt >= owed ? available : zero;
}

function newWithdrawal(wanted: WantedWithdrawal, address: StoredAddress, state: CommandState): Withdrawal {
  const { accountId, book, network, asset, addressId, amount, terms } = wanted;
  const { fee, net } = withdrawalParts(amount, asset, terms.feeRate);
  const { units, remainder } = wadToUnits(net, coinOn(network, asset)!.decimals);
  assert(remainder === zero && units > 0n, 'what arrives is a whole number of the smallest unit');
  return {
    accountId,
    withdrawalId: state.newId(),
    book,
    network: network.name,
    asset,
    addressId,
    address: address.address,
    alias: address.alias,
    amount,
    fee,
    termsVersion: terms.version,
    units: String(units),
    needsTwoPersons: amount > terms.twoPersonsAbove,
    requestedAt: state.now,
    state: 'review',
    decision: null,
    reason: null,
    wallet: null,
    nonce: null,
    unsigned: null,
    signed: null,
    txid: null,
    broadcastAt: null,
    currentTxid: null,
    endedAt: null,
  };
}
