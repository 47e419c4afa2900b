// The end that nobody wishes for, seen on the phone: the price falls, the position is liquidated, and the loss is what was said
// before the tap, as the receipt proves.
import { findAccountCoinByTransaction } from '@candor/wire';
import { expect, test } from '@playwright/test';
import { logIn, need } from './support/accounts.ts';
import { cards, openPosition, openVerified } from './support/contracts.ts';
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

test('a long at lever 50 is liquidated by a fall of two percent, costs its margin and fee at most, and its receipt verifies', async ({
  page,
}) => {
  const expectNothingWrong = watch(page, server.url);
  const account = await openVerified(server.url);
  const available = async (): Promise<number> => {
    const own = { user_id: account.accountId };
    const { RESULT_LIST } = need(await account.client.call(findAccountCoinByTransaction, own));
    return parseFloat(RESULT_LIST.find(({ coin_code }) => coin_code === 'USDT')!.qty);
  };
  const before = await available();
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/#/contracts?type=cfd`);
  await openPosition(page, { side: 'long', sheets: 20 });
  const long = cards(page, 'long');
  await expect(long).toContainText('to liquidation');

  await market.moveTo(58_800, 20);
  await expect(page.getByText(/BTC long was liquidated/i).first()).toBeVisible();
  await expect(long).toHaveCount(0);
  await page.getByRole('tab', { name: 'Liquidation' }).click();
  const row = page.getByRole('list', { name: 'Liquidation' }).getByRole('link');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Liquidated');

  await row.click();
  await page.getByRole('button', { name: 'Verify in my browser' }).click();
  await expect(page.getByText('Recomputed in your browser')).toBeVisible();
  // 20 sheets of 0.001 BTC at 60,000 and lever 50: a margin of 24 USDT, and 1 % of it as fee.
  const lost = before - (await available());
  expect(lost).toBeGreaterThan(12);
  expect(lost).toBeLessThanOrEqual(24.25);
  await expectNothingWrong();
});
