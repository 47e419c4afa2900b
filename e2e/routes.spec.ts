// The paths as the specification lists them: who may open which, which are dark, and that each fits the narrowest phone.
import { expect, test } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { allPaths, isStill, show } from './support/screens.ts';
import { sharedServer } from './support/server.ts';
import { prefer } from './support/watch.ts';

/** Home is open to guests too, who see another one: see decisions. */
const forCustomers = ['/asset', '/recharge', '/withdraw', '/exchange', '/bankInfo', '/withdrawhistory', '/borrowhistory',
  '/rechargehistory', '/bills', '/loginpassword', '/transactionpassword', '/authentication', '/orderSuccess/1', '/myOrder',
  '/myPledge', '/myPledgeMx', '/spot', '/contracts', '/alerts']; // oxfmt-ignore
const forAll = ['/exchange/btcusdt', '/login', '/register', '/bugCoin', '/borrow', '/language', '/address', '/addaddress',
  '/help', '/legal', '/newsList', '/good/1', '/indexGood', '/periodsList/1']; // oxfmt-ignore
const isDark = (path: string): boolean => /^\/(?:spot|contracts|exchange\/\w+)$/.test(path);

const server = sharedServer;

test('a guest is asked to log in where it is needed, with the way back kept, and nowhere else', async ({ page }) => {
  await page.goto(`${server.url}/#/home`);
  for (const path of forCustomers) {
    await page.evaluate((hash) => (location.hash = hash), path);
    await expect(page).toHaveURL(`${server.url}/#/login?redirect=${encodeURIComponent(path)}`);
  }
  for (const path of forAll) {
    await show(page, server.url, path);
    await expect(page).toHaveURL(`${server.url}/#${path}`);
  }
});

test('every path has a screen that fits the narrowest phone, dark where one trades and light elsewhere', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  // The longest words.
  await prefer(page, { language: 'de-CH', theme: 'light' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await logIn(page, await openAccount(server.url), { url: server.url });
  expect(allPaths).toEqual(expect.arrayContaining(forCustomers));
  for (const path of allPaths.filter((each) => each !== '/login' && each !== '/register')) {
    await show(page, server.url, path);
    await expect(page).toHaveURL(`${server.url}/#${path}`);
    await expect(page.locator('h1').filter({ visible: true }), path).toHaveCount(1);
    await expect(page.locator('html'), path).toHaveAttribute('data-theme', isDark(path) ? 'dark' : 'light');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, `${path} is wider than 320 px`).toBeLessThanOrEqual(0);
  }
});

test('the way back leads to where one had scrolled, the way on to the top', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 480 });
  await show(page, server.url, '/register');
  await page.evaluate(() => scrollTo(0, 200));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(200);
  // As a finger would; without a mouse's own scrolling into view.
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).dispatchEvent('click');
  await expect(page).toHaveURL(/#\/login$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeFocused();
  await isStill(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(200);
});
