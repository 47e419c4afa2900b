// What ends while one is somewhere else in the app is told there, with the way to its receipt.
import { queryOptionsConfig, submitOptionsOrder } from '@candor/wire';
import { expect, test, type Page } from '@playwright/test';
import { logIn, need, placed } from './support/accounts.ts';
import { openedContract, openVerified, tabOf } from './support/contracts.ts';
import { startServer, type TestServer } from './support/server.ts';
import { startSteeredMarket, type SteeredMarket } from './support/steered-market.ts';
import { watch } from './support/watch.ts';

let market: SteeredMarket;
let server: TestServer;
test.beforeAll(async () => {
  market = await startSteeredMarket(60_000);
  server = await startServer(market.settings);
});
test.afterAll(async () => {
  await server?.stop();
  await market?.stop();
});

const told = (page: Page) => page.getByRole('status').filter({ hasText: 'Receipt' });

test('a take profit that is reached while one is at Home is told there, and leads to its receipt', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  const account = await openVerified(server.url);
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/#/home`);
  const tradeId = await openedContract(account, '60300');
  const tab = page.getByRole('navigation').getByRole('link', { name: /Treaty/ });
  await expect(tab.first()).toContainText('1 running order');

  await market.moveTo(60_400, 10);
  await Promise.all([
    expect.poll(() => tabOf(account, tradeId), { message: 'as the server has it' }).toBe(3),
    expect(told(page)).toContainText(/BTC long, take profit reached: .?\+/i),
  ]);
  await expect(tab.first()).not.toContainText('running');
  await told(page).getByRole('link', { name: 'Receipt' }).click();
  await expect(page).toHaveURL(new RegExp(`#/receipt/contract/${tradeId}$`));
  await expectNothingWrong();
});

test('an option that ends while one looks at balances is told there; two that end together as one sum', async ({
  page,
}) => {
  const account = await openVerified(server.url);
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/#/asset`);
  const { client, accountId } = account;
  const [config] = need(await client.call(queryOptionsConfig, {})).RESULT_LIST;
  const place = (side: 1 | 2) =>
    client.call(submitOptionsOrder, {
      pair_type: 'btcusdt',
      trade_user_id: accountId,
      trade_num: '10',
      option_config_id: config!.options_config_id,
      trade_transaction_type: side,
    });
  const { option_order_id: id } = await placed(() => place(1));
  const lengthMs = config!.duration_ms;
  await expect(told(page)).toContainText(/BTC Up · /, { timeout: lengthMs + 60_000 });
  await expect(told(page).getByRole('link', { name: 'Receipt' })).toHaveAttribute('href', `#/receipt/option/${id}`);
  await Promise.all([placed(() => place(1)), placed(() => place(2))]);
  await expect(page.getByRole('status').filter({ hasText: '2 orders ended' })).toBeVisible({
    timeout: lengthMs + 60_000,
  });
});
