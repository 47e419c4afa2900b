// What one has in all counts open positions, and what today has brought does not count what was paid in.
import { takeTestMoney } from '@candor/wire';
import { expect, test, type Locator } from '@playwright/test';
import { logIn, need } from './support/accounts.ts';
import { openedContract, openVerified } from './support/contracts.ts';
import { show } from './support/screens.ts';
import { sharedServer } from './support/server.ts';

const server = sharedServer;

/** Without signs and grouping, e.g. 1000.25. */
const numberIn = async (total: Locator, text: RegExp): Promise<number> => {
  const words = await total.getByText(text).first().textContent();
  return parseFloat(/[-+]?[\d,]+\.\d\d/.exec(words!)![0].replaceAll(',', ''));
};

test('the total has the open profit in it, and test money is no profit of today', async ({ page }) => {
  const account = await openVerified(server.url);
  await openedContract(account);
  await logIn(page, account, { url: server.url });
  await show(page, server.url, '/asset');
  const total = page.getByRole('region', { name: 'Total', exact: true });
  await expect(total.getByText('Open profit')).toBeVisible();
  await expect(total.getByText(/ today$/)).toBeVisible();
  // Ten sheets of Bitcoin move by less than that in a day.
  expect(Math.abs(await numberIn(total, / today$/))).toBeLessThan(50);
  need(await account.client.call(takeTestMoney, { coin: 'USDT', amount: '500' }));
  await expect.poll(() => numberIn(total, /^[\d,.]+ ?USDT$/)).toBeGreaterThan(1_400);
  await expect(total.getByText(/ today$/)).toBeVisible();
  expect(Math.abs(await numberIn(total, / today$/))).toBeLessThan(50);
  await show(page, server.url, '/home');
  await expect(page.getByText(/ today$/).filter({ visible: true })).toBeVisible();
});

test('where red is what rises, a profit is red in bills and history alike', async ({ page }) => {
  const account = await openVerified(server.url);
  await openedContract(account);
  await logIn(page, account, { url: server.url });
  await page.evaluate(() => document.documentElement.setAttribute('data-colors', 'red-up'));
  await show(page, server.url, '/bills');
  const colour = (text: RegExp): Promise<string> =>
    page.getByText(text).first().evaluate((element) => getComputedStyle(element).color); // oxfmt-ignore
  const rise = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'));
    probe.className = 'text-rise';
    return getComputedStyle(probe).color;
  });
  expect(await colour(/^\+1,000/)).toBe(rise);
});
