// Contracts by finger: prices of the book, shares of what is possible, several markets at once, and a phone that lies on its side.
import { expect, test } from '@playwright/test';
import { logIn } from './support/accounts.ts';
import { openVerified, openedContract } from './support/contracts.ts';
import { show } from './support/screens.ts';
import { openedSheet } from './support/sheets.ts';
import { sharedServer } from './support/server.ts';

const server = sharedServer;
test.use({ hasTouch: true });

test('a tap on a price of the book waits there, and one on a share takes it', async ({ page }) => {
  await logIn(page, await openVerified(server.url), { url: server.url });
  await show(page, server.url, '/contracts?type=cfd');
  const row = page.getByRole('table', { name: 'Sellers' }).locator('tbody tr').nth(3);
  await expect(row).toContainText('.');
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  // On the amount: the whole row takes the tap.
  const amount = (await row.locator('td').first().boundingBox())!;
  await page.touchscreen.tap(amount.x + 4, amount.y + amount.height / 2);
  const ticket = await openedSheet(page);
  await expect(ticket.getByRole('radio', { name: 'Short' })).toBeChecked();
  await expect(ticket.getByRole('radio', { name: 'Limit' })).toBeChecked();
  await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue(/^\d+(?:\.\d+)?$/);
  const slider = ticket.getByRole('slider');
  // Until balance and terms are known it ends at 0.
  await expect(slider).toBeEnabled();
  const most = Number.parseInt((await slider.getAttribute('max'))!, 10);
  await ticket.getByText('75%', { exact: true }).tap();
  await expect(slider).toHaveValue(`${Math.floor(most * 0.75)}`);
});

test('another view of the market leaves the page where it is', async ({ page }) => {
  await logIn(page, await openVerified(server.url), { url: server.url });
  await show(page, server.url, '/contracts?type=cfd');
  const depth = page.getByRole('tab', { name: 'Depth' });
  await depth.evaluate((tab) => scrollTo({ top: tab.getBoundingClientRect().top + scrollY - 200 }));
  const before = (await depth.boundingBox())!.y;
  await depth.click();
  await expect(page.getByRole('tabpanel').last()).toBeVisible();
  await page.waitForTimeout(500);
  expect(Math.abs((await depth.boundingBox())!.y - before)).toBeLessThan(2);
});

test('on a phone that lies on its side the buttons do not cover the chart', async ({ page }) => {
  await page.setViewportSize({ width: 812, height: 375 });
  await logIn(page, await openVerified(server.url), { url: server.url });
  await show(page, server.url, '/contracts?type=cfd');
  const chart = page.getByRole('img', { name: 'Chart of BTC' });
  await chart.scrollIntoViewIfNeeded();
  const [picture, foot] = [(await chart.boundingBox())!, (await page.locator('footer').filter({ visible: true }).boundingBox())!]; // oxfmt-ignore
  expect(foot.y).toBeGreaterThan(picture.y + picture.height);
});

test('the card of a position leads to its market', async ({ page }) => {
  const account = await openVerified(server.url);
  await openedContract(account);
  await logIn(page, account, { url: server.url });
  await show(page, server.url, '/contracts?type=cfd&coin=ETH');
  await expect(page.getByRole('img', { name: 'Chart of ETH' })).toBeVisible();
  await page.getByRole('region', { name: 'BTC Long' }).getByRole('link').click();
  await expect(page.getByRole('img', { name: 'Chart of BTC' })).toBeInViewport();
});

test('many positions are a line each, and a tap opens the card of one', async ({ page }) => {
  const account = await openVerified(server.url);
  for (let count = 0; count < 2; count++) await openedContract(account);
  await logIn(page, account, { url: server.url });
  await show(page, server.url, '/contracts?type=cfd');
  const cards = page.getByRole('region', { name: 'BTC Long' });
  await expect(cards).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Compact' }).check();
  await expect(cards).toHaveCount(0);
  const lines = page.getByRole('button', { name: /BTC\/USDT.*Long.*10 contracts/ });
  await expect(lines).toHaveCount(2);
  await lines.first().click();
  await expect(cards).toHaveCount(1);
  await expect(lines).toHaveCount(1);
});
