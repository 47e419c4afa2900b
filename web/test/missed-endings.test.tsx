// What is pushed while it can't be heard or handled: told once it can be, and nothing that ended before; what is overdue is asked for once.
import { queryOptionsOrderList } from '@candor/wire';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { eventRule } from '../src/data/event-rule.ts';
import { queryClient, useRead } from '../src/data/use-read.ts';
import { serverClock } from '../src/device/server-clock.ts';
import { handleEvents } from '../src/live/event-handlers.ts';
import { startNotices } from '../src/live/notices.ts';
import { useOverdue } from '../src/live/use-overdue.ts';
import { eventRules } from '../src/shell/event-rules.ts';
import { closeApp, openApp } from './support/app.tsx';
import { hideParts, showParts } from './support/kit.tsx';
import { answerCalls } from './support/wire.ts';

afterEach(() => {
  hideParts();
  closeApp();
  vi.useRealTimers();
  serverClock.set(Date.now());
  vi.unstubAllGlobals();
});

const optionOf = (id: string) => ({
  option_order_id: id,
  pair_type: 'btcusdt',
  trade_transaction_type: 1,
  trade_num: '10',
  duration_ms: 30_000,
  received_at: '2026-11-23T10:00:00.000Z',
  entry: { published_at: '2026-11-23T10:00:00.500Z', price: '60000' },
});
const running = { ...optionOf('opt_b'), trade_type: 1 };
const ended = ['opt_a', 'opt_b'].map((id) => ({ ...optionOf(id), trade_type: 0, result: 'win', paid: '18' }));

test('an order that was running before the line was lost is told when it is back', async () => {
  answerCalls((call, question) => {
    if (call !== 'queryOptionsOrderList') return 'pending';
    const orders = /"trade_type":"?0/.test(question) ? ended : [];
    return { data: { RESULT_LIST: orders, TOTAL: orders.length } };
  });
  await openApp({ path: '/home' });
  const handlers = handleEvents(eventRules);
  handlers.handle({ action: 'option', notify: running } as never);
  handlers.catchUp(5_000);
  await expect.element(page.getByText(/^BTC Up · Won/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Receipt' })).toHaveAttribute('href', '#/receipt/option/opt_b');
  handlers.forget();
});

test('swaps that end together are told as swaps that lead to their list, and not as orders with a sum', async () => {
  answerCalls(() => 'pending');
  await openApp({ path: '/home' });
  const handlers = handleEvents(eventRules);
  const swap = (id: string, status: string, reason: string | null) => ({ exchange_id: id, status, reason, from_coin: 'USDT', to_coin: 'BTC', received_at: '2026-11-23T10:00:00.000Z' }); // oxfmt-ignore
  const say = (id: string, status: string, reason: string | null = null): void =>
    handlers.handle({ action: 'swap', notify: swap(id, status, reason) } as never);
  for (const id of ['swp_a', 'swp_b', 'swp_c']) say(id, 'pending');
  say('swp_a', 'filled');
  say('swp_c', 'returned', 'no-tick');
  say('swp_b', 'filled');
  await expect.element(page.getByText('2 swaps are done')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Swaps' })).toHaveAttribute('href', '#/exchange?part=history');
  await expect.element(page.getByText('Conversion failed, please try again No price came in time.')).toBeVisible();
  expect(page.getByText(/orders ended/).elements()).toEqual([]);
  handlers.forget();
});

test('each order that is overdue has the list asked for once, however long it stays so', async () => {
  const realTimeout = globalThis.setTimeout.bind(globalThis);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const asked = answerCalls(() => ({ data: { RESULT_LIST: [], TOTAL: 0 } }));
  const begunAt = Date.now();
  serverClock.set(begunAt);
  function Orders(): ReactNode {
    useRead(queryOptionsOrderList, {} as never);
    useOverdue([5_000, 9_000, 1_000_000], (ms) => begunAt + ms, queryOptionsOrderList);
    return 'shown';
  }
  const after = async (ms: number): Promise<number> => {
    await vi.advanceTimersByTimeAsync(ms);
    await new Promise((resolve) => realTimeout(resolve, 50));
    return asked.length;
  };
  showParts(
    <QueryClientProvider client={queryClient}>
      <Orders />
    </QueryClientProvider>,
  );
  expect([await after(1_000), await after(6_000), await after(6_000), await after(60_000)]).toEqual([1, 2, 3, 3]);
});

/** Opens at once, and says what the test has it say. */
class Line extends EventTarget {
  static last: Line | undefined;
  readyState = WebSocket.OPEN;
  binaryType = '';
  constructor() {
    super();
    Line.last = this;
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }
  say(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
  send(): void {}
  close(): void {}
}

test('what is pushed before the code that handles it has come is handled in order once it has', async () => {
  vi.stubGlobal('WebSocket', Object.assign(Line, { OPEN: 1, CONNECTING: 0 }));
  answerCalls(() => 'pending');
  const heard: unknown[] = [];
  let tries = 0;
  const loadRules = (): Promise<ReturnType<typeof eventRule>[]> =>
    ++tries < 2
      ? Promise.reject(new TypeError('no line'))
      : Promise.resolve([eventRule('notification', { apply: ({ unread }) => void heard.push(unread) })]);
  startNotices(loadRules);
  for (const unread of [1, 2]) Line.last!.say({ action: 'notification', notify: { unread } });
  await expect.poll(() => heard).toEqual([1, 2]);
  Line.last!.say({ action: 'notification', notify: { unread: 3 } });
  await expect.poll(() => heard).toEqual([1, 2, 3]);
  expect(tries).toBe(2);
});
