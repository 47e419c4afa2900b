// Back closes what lies over the page, and leaves the page only when nothing does.
import { expect, test } from '@playwright/test';
import { sharedServer } from './support/server.ts';
import { openedSheet } from './support/sheets.ts';
import { watch } from './support/watch.ts';

const server = sharedServer;

const coinPage = /#\/exchange\/btcusdt$/;
/** Entries come and go a moment after what they stand for. */
const settledMs = 300;

test('back closes a sheet, the full screen and a question, the topmost first', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await page.goto(`${server.url}/#/quotation`);
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  await page.getByRole('button', { name: 'Chart settings' }).click();
  const sheet = await openedSheet(page);
  await page.waitForTimeout(settledMs);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(coinPage);

  await page.getByRole('button', { name: 'Full screen' }).click();
  await page.waitForTimeout(settledMs);
  await page.getByRole('button', { name: 'Chart settings' }).click();
  await openedSheet(page);
  await page.waitForTimeout(settledMs);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
  await expect(page).toHaveURL(coinPage);
  await page.waitForTimeout(settledMs);
  await page.goBack();
  await expect(page).toHaveURL(/#\/quotation$/);
  await expectNothingWrong();
});

test('what is closed by its own button leaves nothing behind, and forward opens nothing', async ({ page }) => {
  await page.goto(`${server.url}/#/quotation`);
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  await page.getByRole('button', { name: 'Chart settings' }).click();
  const sheet = await openedSheet(page);
  await page.waitForTimeout(settledMs);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  await page.waitForTimeout(settledMs);
  await page.goForward().catch(() => undefined);
  await page.waitForTimeout(settledMs);
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(coinPage);
  await page.goBack();
  await expect(page).toHaveURL(/#\/quotation$/);
});

test('a page that takes the place of another under a sheet leaves one way back', async ({ page }) => {
  await page.goto(`${server.url}/#/quotation`);
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  await page.getByRole('button', { name: /BTC\/USDT/ }).click();
  const sheet = await openedSheet(page);
  await page.waitForTimeout(settledMs);
  await sheet.getByText('ETH/USDT').click();
  await expect(page).toHaveURL(/#\/exchange\/ethusdt$/);
  await page.waitForTimeout(2 * settledMs);
  await expect(page).toHaveURL(/#\/exchange\/ethusdt$/);
  await page.goBack();
  await expect(page).toHaveURL(/#\/quotation$/);
});

test('back declines a question', async ({ page }) => {
  await page.goto(`${server.url}/#/quotation`);
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  const chart = page.getByRole('img', { name: 'Chart of BTC' });
  await expect(page.getByText(/^MA7 [\d.,]+$/)).toBeVisible();
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await page.getByRole('button', { name: 'Horizontal line' }).click();
  await chart.click({ position: { x: 150, y: 80 } });
  await page.getByRole('button', { name: 'Remove drawings' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await page.waitForTimeout(settledMs);
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(coinPage);
  await expect(page.getByRole('button', { name: 'Remove drawings' })).toBeEnabled();
});

test('after a reload with a sheet open, back leaves the page', async ({ page }) => {
  await page.goto(`${server.url}/#/quotation`);
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  await page.getByRole('button', { name: 'Chart settings' }).click();
  await openedSheet(page);
  await page.waitForTimeout(settledMs);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Chart settings' })).toBeVisible();
  await page.waitForTimeout(3 * settledMs);
  await page.goBack();
  await expect(page).toHaveURL(/#\/quotation$/);
});
