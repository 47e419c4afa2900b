import type { Receipt } from '@candor/wire';

/** Of the order that it is about. */
export const idOfReceipt = (receipt: Receipt): string =>
  receipt.kind === 'option'
    ? receipt.order.option_order_id
    : receipt.kind === 'contract'
      ? receipt.order.trade_id
      : receipt.order.exchange_id;
