// What is around the pages: those that stay alive, the scroll that comes back, the theme that a path brings, pages that fail.
import { expect, test } from '@playwright/test';
import { sharedServer } from './support/server.ts';
import { prefer } from './support/watch.ts';

const server = sharedServer;

test('the prices are found again as they were left: what was typed, and how far one had scrolled', async ({ page }) => {
  await page.goto(`${server.url}/#/quotation`);
  await expect(page.getByRole('link', { name: /^DOT/ })).toBeVisible();
  // The line that says which market this is moves what is below it when it comes.
  await expect(page.getByText('Simulated market · test coins').filter({ visible: true })).toHaveCount(1);
  await page.evaluate(() => scrollTo(0, 400));
  await page.waitForTimeout(200);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('link', { name: 'Open an account' }).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Quotation' }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);

  await page.getByPlaceholder('Name or code').fill('dog');
  await expect(page.locator('main:visible li').filter({ visible: true })).toHaveCount(1);
  await page.getByRole('link', { name: /^DOGE/ }).click();
  await expect(page).toHaveURL(/#\/exchange\/dogeusdt$/);
  await page.goBack();
  await expect(page.getByPlaceholder('Name or code')).toHaveValue('dog');
});

for (const start of ['/#/home', '/']) {
  test(`where one goes while the app still comes up is where one gets: from ${start}`, async ({ page }) => {
    // A slow phone: the app takes long enough to be interrupted anywhere.
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    for (let round = 0; round < 10; round++) {
      await page.goto('about:blank');
      await page.goto(server.url + start, { waitUntil: 'commit' });
      await page.evaluate((wait) => void setTimeout(() => (location.hash = '#/language'), wait), round * 100);
      await expect(page.getByRole('heading', { level: 1, name: 'Language' })).toBeVisible();
    }
  });
}

test('the pages of trading are dark whatever the wish, and the others as wished', async ({ page }) => {
  await prefer(page, { theme: 'light' });
  const theme = page.locator('html');
  await page.goto(`${server.url}/#/home`);
  await expect(theme).toHaveAttribute('data-theme', 'light');
  await page.goto(`${server.url}/#/exchange/ethusdt`);
  await expect(theme).toHaveAttribute('data-theme', 'dark');
  await page.goBack();
  await expect(theme).toHaveAttribute('data-theme', 'light');
});

test('pages slide forward to a higher place and back to a lower one', async ({ page }) => {
  await page.goto(`${server.url}/#/home`);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const direction = page.locator('html');
  await menu.getByRole('link', { name: 'Quotation' }).click();
  await expect(direction).toHaveAttribute('data-nav', 'forward');
  await menu.getByRole('link', { name: 'Personal' }).click();
  await expect(direction).toHaveAttribute('data-nav', 'back');
  await page.getByRole('link', { name: /^Language/ }).click();
  await expect(direction).toHaveAttribute('data-nav', 'forward');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(direction).toHaveAttribute('data-nav', 'back');
});

for (const [way, isFirst] of [
  ['opened first', true],
  ['come to later', false],
] as const) {
  test(`a page that could not be loaded says so, and comes when the line is back: ${way}`, async ({ page }) => {
    if (!isFirst) {
      await page.goto(`${server.url}/#/home`);
      await expect(page.getByRole('link', { name: 'Open an account' }).first()).toBeVisible();
    }
    await page.route(/\/assets\/appearance-screen/, (route) => route.abort());
    await page.goto(`${server.url}/#/appearance`);
    await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
    await page.unroute(/\/assets\/appearance-screen/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Appearance' })).toBeVisible();
  });
}

test('a page that breaks takes only itself down', async ({ page }) => {
  await page.goto(`${server.url}/#/home`);
  await expect(page.getByRole('link', { name: 'Open an account' }).first()).toBeVisible();
  await page.route(/\/assets\/appearance-screen/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export const S=()=>{throw Error("broken")};export{S as Screen,S as t,S as n}' }),
  ); // oxfmt-ignore
  await page.goto(`${server.url}/#/appearance`);
  await expect(page.getByRole('heading', { level: 1, name: 'This page stopped working' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('link', { name: 'Open an account' }).first()).toBeVisible();
  await page.goto(`${server.url}/#/appearance`);
  await expect(page.getByRole('heading', { level: 1, name: 'This page stopped working' })).toBeVisible();
  await page.unroute(/\/assets\/appearance-screen/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Appearance' })).toBeVisible();
});

test('language, theme and colours outlive a reload', async ({ page }) => {
  await page.goto(`${server.url}/#/appearance`);
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('radio', { name: 'Red up, green down' }).check();
  await page.goto(`${server.url}/#/language`);
  await page.getByText('Svenska').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto(`${server.url}/#/appearance`);
  await expect(page.locator('input[type=radio]:checked').filter({ visible: true })).toHaveCount(2);
  expect(await page.evaluate(() => localStorage.getItem('candor.preferences'))).toContain('"isRedUp":true');
});
