// A deposit in the books: it is credited, put on hold when its block was replaced, or released, in the transaction that changes its state.
import assert from 'node:assert/strict';
import { subtract, zero, type AssetCode, type Uuid, type Wad } from '@candor/wire';
import type { BlockRef, DepositState, Network } from '@candor/chain';
import { updateRow, type Command, type Move } from '../ledger/command.ts';
import { amountOf, chainCursors, cursorIdOf, deposits, type DepositRow } from './deposit-row.ts';

export type Booking = 'credit' | 'freeze' | 'release';

export interface DepositToBook {
  depositId: Uuid;
  accountId: Uuid;
  asset: AssetCode;
  network: Network;
  booking: Booking;
  /** The block that holds it, as was decided on. */
  blockHash: string;
  /** The newest block then; nothing is booked if the chain has gone on or back since. */
  newest: BlockRef;
}

const from: Record<Booking, DepositState> = { credit: 'seen', freeze: 'credited', release: 'frozen' };

export const bookDeposit: Command<DepositToBook, { isDone: boolean }> = {
  name: 'book-deposit',
  onlyIn: 'real',
  refusals: [],
  coins: ({ asset }) => [asset],
  house: ['chain-custody'],
  rows: ({ depositId, network }) => [
    { table: chainCursors, id: cursorIdOf(network.name) },
    { table: deposits, id: depositId },
  ],
  // The cursor, which is locked first, belongs to all deposits of the network, so the deposit is named as the object.
  objectOf: ({ depositId }) => depositId,
  decide({ depositId, accountId, asset, network, booking, blockHash, newest }, state) {
    const cursor = state.row(chainCursors, cursorIdOf(network.name));
    const deposit = state.row(deposits, depositId);
    const isAsDecided =
      cursor?.hash === newest.hash && deposit?.state === from[booking] && deposit.blockHash === blockHash;
    if (!deposit || !isAsDecided) return { objectId: depositId, moves: [], reply: { isDone: false } };
    assert.equal(deposit.accountId, accountId, 'a deposit is booked to its own account');
    const amount = amountOf(network, deposit);
    assert(amount !== undefined && amount > zero, 'what no book can hold is never booked');
    const { available } = state.balance(asset);
    const { move, next } = booked(deposit, { booking, amount, available, now: state.now });
    return {
      objectId: depositId,
      moves: move ? [{ ...move, coin: asset }] : [],
      writes: [updateRow(deposits, next)],
      reply: { isDone: true },
      events: [{ name: 'deposits.changed', payload: { deposit: next, tip: newest.height } }],
    };
  },
};

/** Of what was spent already nothing can be set aside: the house bears it until a person has looked. */
function booked(
  deposit: DepositRow,
  { booking, amount, available, now }: { booking: Booking; amount: Wad; available: Wad; now: number },
): { move: Omit<Move, 'coin'> | undefined; next: DepositRow } {
  switch (booking) {
    case 'credit':
      return {
        move: { kind: 'deposit-credited', from: 'chain-custody', to: 'available', amount },
        next: { ...deposit, state: 'credited', creditedAt: now },
      };
    case 'freeze': {
      const onHold = subtract(amount, available) > zero ? available : amount;
      return {
        move: onHold > zero ? { kind: 'deposit-frozen', from: 'available', to: 'reserved', amount: onHold } : undefined,
        next: { ...deposit, state: 'frozen', onHold },
      };
    }
    case 'release': {
      const { onHold } = deposit;
      return {
        move:
          onHold > zero ? { kind: 'deposit-released', from: 'reserved', to: 'available', amount: onHold } : undefined,
        next: { ...deposit, state: 'credited', onHold: zero },
      };
    }
  }
}
