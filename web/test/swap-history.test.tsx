// The history of swaps by time, status and coin; what is pushed meanwhile goes only where it belongs.
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SwapOrderMessage } from '@candor/wire';
import { swapOrders } from '../src/swap/swap-list.ts';
import { closeApp, openApp } from './support/app.tsx';
import { answerCalls, type Answer } from './support/wire.ts';

afterEach(closeApp);

const dayMs = 86_400_000;
const swap = (id: string, daysAgo: number): SwapOrderMessage => ({
  exchange_id: id, account_id: 'a', kind: 'limit', from_coin: 'USDT', to_coin: 'BTC', from_amount: '100', to_amount: '0.002', rate: '0.00002',
  received_at: new Date(Date.now() - daysAgo * dayMs).toISOString(), expires_at: new Date(Date.now() + dayMs).toISOString(),
  status: 'pending', reason: null, from_tick: null, to_tick: null, given: null, received: null, settled_at: null,
}); // oxfmt-ignore
const listOf = (...RESULT_LIST: object[]): Answer => ({ data: { RESULT_LIST, TOTAL: RESULT_LIST.length } });

test('the last days are those of the person’s calendar, and an older swap is not put among them', async () => {
  const asked: string[] = [];
  answerCalls((call, question) => {
    if (call === 'findAccountCoinByTransaction') return listOf();
    if (call !== 'findExchangeList') return 'pending';
    const { from } = JSON.parse(question) as { from: string };
    asked.push(from);
    return from === '' ? listOf(swap('swp_old', 20)) : listOf();
  });
  await openApp({ path: '/exchange' });
  const rows = page.getByRole('list', { name: 'Swaps' }).getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(1);
  await userEvent.click(page.getByRole('radio', { name: '7 days' }));
  await expect.element(page.getByText('No swaps fit this choice')).toBeVisible();
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  midnight.setDate(midnight.getDate() - 6);
  expect(asked).toEqual(['', midnight.toISOString()]);

  swapOrders.update({ ...swap('swp_old', 20), status: 'returned', reason: 'expired' });
  swapOrders.update(swap('swp_new', 0));
  await expect.poll(() => rows.elements().length).toBe(1);
  await userEvent.click(page.getByRole('radio', { name: 'All' }));
  await expect.poll(() => rows.elements().length).toBe(2);
});

test.each([
  { refused: 'not-settled', kind: 'swap', link: 'Back to the order', list: '#/exchange?part=history' },
  { refused: 'not-settled', kind: 'option', link: 'Back to the order', list: '#/contracts' },
  { refused: 'not-found', kind: 'swap', link: 'To your orders', list: '#/exchange?part=history' },
])('a receipt of a $kind that is $refused leads to its own list', async ({ refused, kind, link, list }) => {
  answerCalls(() => ({ refused }));
  await openApp({ path: `/receipt/${kind}/x` });
  await expect.element(page.getByRole('link', { name: link })).toHaveAttribute('href', list);
});
