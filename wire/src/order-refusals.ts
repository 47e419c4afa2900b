// What products that take orders refuse alike.
import type { RefusalKind } from './refusal-kind.ts';

export const orderRefusals = {
  'order-limit-reached': {
    http: 200,
    text: 'Order limit reached, try a smaller amount. Of a limit order beyond the share of the house that all of yours may hold, facts name the largest position value, max.',
  },
  'verification-required': {
    http: 403,
    text: 'Complete the identity verification first; facts name the page, redirect.',
  },
  'price-moved': { http: 200, text: 'Price moved; nothing was done. Look at the new price, which facts name.' },
  'limit-price-crossed': {
    http: 400,
    text: 'The market is already at or through this limit price; order at the market instead.',
  },
  'limit-price-too-far': {
    http: 400,
    text: 'The limit price is too far from the market; facts name the prices that it must lie between.',
  },
  'open-orders-limit': {
    http: 409,
    text: 'There are as many orders and positions, or as many waiting limit orders, as an account can have, which facts name; close or cancel one first.',
  },
  'order-not-cancellable': {
    http: 409,
    text: 'A market order opens at the next price and can not be cancelled; close the position then.',
  },
  'order-changed': { http: 409, text: 'The order has changed meanwhile; facts name its state. Reload it.' },
  'market-degraded': {
    http: 503,
    text: 'Prices are delayed; new orders are paused. Open orders are safe.',
    isRetryable: true,
  },
  'market-halted': { http: 503, text: 'This market is halted.', isRetryable: true },
  'not-settled': { http: 409, text: 'The order has not ended yet; there is no receipt.' },
  'receipt-follows': {
    http: 409,
    text: 'The order has ended; its receipt is written with the next tick. Ask again in a second.',
  },
} as const satisfies Record<string, RefusalKind>;
