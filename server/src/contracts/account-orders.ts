// What an account has open, counted in one row: the limits of an account are decided on it, together with the order that they are for.
import { zero, type Uuid, type Wad } from '@candor/wire';
import { amount, integer, uuid } from '../kit/columns.ts';
import { table, type Row } from '../kit/table.ts';
import { insertRow, updateRow, type CommandState, type RowWrite } from '../ledger/command.ts';
import { valueOf } from './house-limit.ts';
import type { ContractOrder } from './order.ts';

/** Read without a lock of its own: most who change it hold the account's slice of the bankroll anyway. */
export const accountOrders = table('contract_accounts', {
  key: { accountId: uuid },
  changing: {
    /** Orders that wait and positions that are open. */
    liveOrders: integer,
    /** Limit orders that wait for their price. */
    restingOrders: integer,
    /** USDT: those at the prices that they name. */
    restingValue: amount,
  },
  isUnlocked: true,
});
export type AccountOrders = Row<typeof accountOrders>;

/** As it is now; of an account without a row, nothing. */
export const ordersOf = (accountId: Uuid, state: CommandState): AccountOrders =>
  state.row(accountOrders, accountId) ?? { accountId, liveOrders: 0, restingOrders: 0, restingValue: zero };

/** An order is placed. */
export function countPlaced(order: ContractOrder, state: CommandState): RowWrite {
  const before = ordersOf(order.accountId, state);
  const after = countResting({ ...before, liveOrders: before.liveOrders + 1 }, order, 1);
  return state.row(accountOrders, order.accountId) ? updateRow(accountOrders, after) : insertRow(accountOrders, after);
}

/** A waiting order becomes a position; only of a limit order that changes what is counted. */
export function countFilled(order: ContractOrder, state: CommandState): RowWrite[] {
  if (order.orderType === 'market') return [];
  return [updateRow(accountOrders, countResting(ordersOf(order.accountId, state), order, -1))];
}

/** An order that waited, or a position, is no more; `order` as it was before. */
export function countEnded(order: ContractOrder, state: CommandState): RowWrite {
  const before = ordersOf(order.accountId, state);
  const after = { ...before, liveOrders: before.liveOrders - 1 };
  return updateRow(accountOrders, order.state === 'waiting' ? countResting(after, order, -1) : after);
}

function countResting(counted: AccountOrders, order: ContractOrder, by: 1 | -1): AccountOrders {
  if (order.orderType === 'market') return counted;
  return {
    ...counted,
    restingOrders: counted.restingOrders + by,
    restingValue: (counted.restingValue + BigInt(by) * valueOf(order)) as Wad,
  };
}
