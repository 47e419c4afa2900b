// Orders that end while nothing can be pushed are told once the line is back, and none that ended before.
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { handleEvents } from '../src/live/event-handlers.ts';
import { eventRules } from '../src/shell/event-rules.ts';
import { closeApp, openApp } from './support/app.tsx';
import { answerCalls } from './support/wire.ts';

afterEach(closeApp);

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
