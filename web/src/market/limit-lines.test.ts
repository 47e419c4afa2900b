import { coinOfCode, type SwapOrderMessage } from '@candor/wire';
import { expect, test, vi } from 'vitest';

vi.mock('../session/session.ts', () => ({ useUser: () => null }));
vi.mock('../data/use-read.ts', () => ({ useRead: () => ({ data: undefined }) }));
const { limitLines } = await import('./limit-lines.ts');

const swap = (id: string, changed: Partial<SwapOrderMessage>): SwapOrderMessage => ({
  exchange_id: id, account_id: 'a', kind: 'limit', from_coin: 'BTC', to_coin: 'USDT', from_amount: '0.1', to_amount: '9500', rate: '95000',
  received_at: '2026-03-01T12:00:00.000Z', expires_at: '2026-03-02T12:00:00.000Z', status: 'pending', reason: null, from_tick: null,
  to_tick: null, given: null, received: null, settled_at: null, ...changed,
}); // oxfmt-ignore

test('limits that wait on this coin are lines at the price in USDT that fills them, whichever way round they go', () => {
  const waiting = [
    swap('sells', {}),
    swap('buys', { from_coin: 'USDT', to_coin: 'BTC', rate: '0.0000125' }),
    swap('now', { kind: 'quote' }),
    swap('done', { status: 'filled' }),
    swap('other', { from_coin: 'ETH' }),
  ];
  expect(limitLines(waiting, coinOfCode('BTC')!)).toEqual([
    { id: 'sells', price: '95000', kind: 'order' },
    { id: 'buys', price: '80000', kind: 'order' },
  ]);
});
