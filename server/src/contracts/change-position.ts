// What customers do to orders and positions of theirs: cancel, close, change stops, add margin. Each is decided under the row's lock,
// so that a tick and a customer who meet there come one after the other.
import { contractChangesMax, formatAmount, limitRefusalCodes, type ContractOrderMessage, type ContractState, type Wad, add } from '@candor/wire'; // oxfmt-ignore
import { Refusal } from '../kit/refuse.ts';
import { insertRow, updateRow, type Command, type CommandState, type Decision, type Move } from '../ledger/command.ts';
import { giveUp } from './fill-order.ts';
import { contractChanges, contractOrders, type Asked, type ContractChange, type ContractOrder } from './order.ts';
import { orderAlone, orderAndExposure, type OrderStep } from './order-step.ts';
import { orderMessage } from './order-message.ts';
import { coinAmount, liquidationPriceOf, wrongStop } from './rules.ts';

export interface OrderRequest extends OrderStep {
  asked: Asked;
  /** The newest public price. */
  price: Wad;
}
/** A reply is the order as the change left it, word for word, also when the key is repeated later. */
type OrderCommand<Input> = Command<Input & OrderRequest, ContractOrderMessage>;

/** Of a limit order that waits. Refuses with `not-found`, `order-changed`, and with `order-not-cancellable` for a market order. */
export const cancelOrder: OrderCommand<object> = {
  name: 'cancel-contract',
  takesBack: true,
  refusals: ['not-found', 'order-changed', 'order-not-cancellable'],
  risksMoney: true,
  coins: () => ['USDT'],
  house: ['bankroll', 'contracts-reserve'],
  rows: orderAndExposure,
  decide(input, state) {
    const order = find(input, state, ['waiting']);
    if (order instanceof Refusal) return order;
    // Within the moment before its tick a customer may see elsewhere where the price goes: who could cancel then would look for free.
    if (order.orderType === 'market') return new Refusal('order-not-cancellable');
    const decision = giveUp(order, state, { ...input, reason: 'by-customer', exit: null, cancelled: input.asked });
    return { ...decision, reply: orderMessage(decision.reply) };
  },
};

/**
 * Asks for a close at the first tick that counts; it is carried out by `endPosition`. Refuses with `not-found`, `order-changed`,
 * `sheets-out-of-range`, `close-under-way` and `change-limit`.
 */
export const requestClose: OrderCommand<{ sheets: number | undefined }> = {
  name: 'close-contract',
  refusals: ['not-found', 'order-changed', 'sheets-out-of-range', 'close-under-way', 'change-limit'],
  coins: () => [],
  house: [],
  rows: orderAlone,
  decide(input, state) {
    const order = find(input, state, ['open']);
    if (order instanceof Refusal) return order;
    const { openSheets } = order;
    const sheets = input.sheets ?? openSheets;
    if (sheets > openSheets) return new Refusal('sheets-out-of-range', { min: '1', max: String(openSheets) });
    if (order.closing) return new Refusal('close-under-way');
    // The request and the part that it closes are two lines; closing all of it is never refused for their number.
    if (sheets < openSheets && order.changeCount + 2 > contractChangesMax) return new Refusal('change-limit');
    const { asked } = input;
    return change({ ...order, closing: { sheets, ...asked } }, { kind: 'close', asked, sheets }, state);
  },
};

/** Refuses with `not-found`, `order-changed`, `trigger-wrong-side` and `change-limit`. */
export const changeTriggers: OrderCommand<{ takeProfit: Wad | null; stopLoss: Wad | null }> = {
  name: 'change-contract-triggers',
  refusals: ['not-found', 'order-changed', 'trigger-wrong-side', 'change-limit'],
  coins: () => [],
  house: [],
  rows: orderAlone,
  decide(input, state) {
    const order = find(input, state, ['waiting', 'open']);
    if (order instanceof Refusal) return order;
    const { takeProfit, stopLoss, asked } = input;
    const price = order.state === 'waiting' ? order.tradePrice : input.price;
    const field = wrongStop(order.side, price, { takeProfit, stopLoss });
    if (field) return new Refusal('trigger-wrong-side', { field, price: formatAmount(price) });
    if (order.changeCount >= contractChangesMax) return new Refusal('change-limit');
    const changed = { ...order, takeProfit, stopLoss, termsSequence: laterOf(order, asked) };
    return change(changed, { kind: 'stops', asked, takeProfit, stopLoss }, state);
  },
};

/** Refuses with `not-found`, `order-changed`, `insufficient-balance`, `change-limit`, and with `limitRefusalCodes`: it puts more at risk. */
export const addMargin: OrderCommand<{ amount: Wad }> = {
  name: 'add-contract-margin',
  refusals: ['not-found', 'order-changed', 'insufficient-balance', 'change-limit', ...limitRefusalCodes],
  risksMoney: true,
  coins: () => ['USDT'],
  house: ['bankroll'],
  rows: orderAlone,
  decide(input, state) {
    const order = find(input, state, ['open']);
    if (order instanceof Refusal) return order;
    const { amount, asked, config } = input;
    const { available } = state.balance('USDT');
    if (available < amount) return new Refusal('insufficient-balance', { available: formatAmount(available) });
    if (order.changeCount >= contractChangesMax) return new Refusal('change-limit');
    const added = add(order.openAdded, amount);
    const { side, lever, entry, openSheets, sheetSize } = order;
    const { maintenanceRate } = config;
    const coins = coinAmount(openSheets, sheetSize);
    const changed: ContractOrder = {
      ...order,
      openAdded: added,
      addedMargin: add(order.addedMargin, amount),
      liquidationPrice: liquidationPriceOf({
        side,
        entryPrice: entry!.price,
        lever,
        maintenanceRate,
        added,
        amount: coins,
      }),
      termsSequence: laterOf(order, asked),
    };
    const move = { kind: 'contract-margin-added', coin: 'USDT', from: 'available', to: 'margin', amount } as const;
    return change(changed, { kind: 'margin', asked, amount }, state, [move]);
  },
};

function find(
  { orderId }: OrderRequest,
  state: CommandState,
  states: readonly ContractState[],
): ContractOrder | Refusal {
  const order = state.row(contractOrders, orderId);
  if (!order) return new Refusal('not-found');
  return states.includes(order.state) ? order : new Refusal('order-changed', { state: order.state });
}

const laterOf = ({ termsSequence }: ContractOrder, { acceptedSequence }: Asked): number =>
  Math.max(termsSequence, acceptedSequence);

type Line = ContractChange extends infer Change
  ? Change extends ContractChange
    ? Omit<Change, 'orderId' | 'accountId' | 'number' | 'at'>
    : never
  : never;

function change(
  changed: ContractOrder,
  line: Line,
  state: CommandState,
  moves: readonly Move[] = [],
): Decision<ContractOrderMessage> {
  const { orderId, accountId } = changed;
  const number = changed.changeCount + 1;
  const order = { ...changed, changeCount: number };
  return {
    objectId: orderId,
    moves,
    writes: [
      updateRow(contractOrders, order),
      insertRow(contractChanges, { ...line, orderId, accountId, number, at: state.now } as ContractChange),
    ],
    reply: orderMessage(order),
    events: [{ name: 'contracts.changed', payload: order }],
  };
}
