// What the app does when one of its ways to the server fails alone.
import { expect, test } from '@playwright/test';
import { sharedServer } from './support/server.ts';

const server = sharedServer;

const reconnecting = 'Reconnecting…';

test('a lost socket of events is said, though prices go on', async ({ page }) => {
  let isDown = true;
  await page.routeWebSocket(/\/notify/, (socket) => {
    if (isDown) void socket.close();
    else socket.connectToServer();
  });
  await page.goto(`${server.url}/#/quotation`);
  await expect(page.getByRole('link', { name: /BTC.*\d,\d/ }).first()).toBeVisible();
  await expect(page.getByText(reconnecting)).toBeVisible();
  isDown = false;
  await expect(page.getByText(reconnecting)).toBeHidden();
});

test('without the worker of the market the page reads it by itself', async ({ page }) => {
  let tries = 0;
  await page.route(/feed-worker-/, (route) => {
    tries++;
    return route.fulfill({ status: 404, body: '' });
  });
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  await expect(page.getByText(/^\d\d,\d{3}\.\d\d$/).first()).toBeVisible();
  await expect(page.getByText(reconnecting)).toBeHidden();
  expect(tries).toBeGreaterThan(0);
});
