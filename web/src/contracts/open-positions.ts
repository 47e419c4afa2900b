// What one's open positions are worth beyond their margin.
import { coinAmount, coinOfSymbol, contractSides, contractTabs, payoutOf, pnlOf, queryOrderList, subtract, wad, zero } from '@candor/wire'; // oxfmt-ignore
import type { ContractOrderMessage } from '@candor/wire';
import type { OpenOrders } from '../session/product-face.ts';

export const openPositions: OpenOrders<ContractOrderMessage> = {
  call: queryOrderList,
  questionOf: (userId) => ({ trade_user_id: userId, trade_type: contractTabs.positions, pagesize: 100 }),
  coinOf: ({ trade_btc_tpye: pair }) => coinOfSymbol(pair)?.code ?? pair,
  gainAt(order, price) {
    if (order.entry === null) return zero;
    const side = order.trade_transaction_type === contractSides.long ? 'long' : 'short';
    const margin = wad(order.margin);
    const amount = coinAmount(order.open_sheets, wad(order.sheet_size));
    return subtract(payoutOf(margin, pnlOf({ side, entryPrice: wad(order.entry.price), price, amount })), margin);
  },
};
