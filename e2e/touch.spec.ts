// One finger on the glass: what a swipe does, and what it leaves alone.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { logIn } from './support/accounts.ts';
import { cards, openPosition, openVerified } from './support/contracts.ts';
import { placeOrder } from './support/option-order.ts';
import { sharedServer } from './support/server.ts';
import { openedSheet } from './support/sheets.ts';
import { watch } from './support/watch.ts';

test.use({ hasTouch: true, isMobile: true });

const server = sharedServer;

test('a swipe goes to the next tab, and a finger that reads the depth stays where it is', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  const [book, depth] = ['Order book', 'Depth'].map((name) => page.getByRole('tab', { name, exact: true }));
  await expect(book!).toHaveAttribute('aria-selected', 'true');
  // What comes late above and in the panel moves it from under the finger.
  await expect(page.getByText(/^MA7 [\d.,]+$/)).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText('Spread');
  await swipe(page, page.getByRole('tabpanel'), { from: 0.8, to: 0.2 });
  await expect(depth!).toHaveAttribute('aria-selected', 'true');
  const hills = page.getByRole('img', { name: /depth/i });
  await swipe(page, hills, { from: 0.9, to: 0.1 });
  await swipe(page, hills, { from: 0.1, to: 0.9 });
  await expect(depth!).toHaveAttribute('aria-selected', 'true');
  await expectNothingWrong();
});

test('a position is closed in part with the slider, by finger, and what that brought is told and listed', async ({
  page,
}) => {
  const expectNothingWrong = watch(page, server.url);
  await logIn(page, await openVerified(server.url), { url: server.url });
  await page.goto(`${server.url}/#/contracts?type=cfd`);
  await openPosition(page, { side: 'long', sheets: 20 });
  await cards(page, 'long').getByRole('button', { name: 'Close', exact: true }).tap();
  const sheet = await openedSheet(page);
  const field = sheet.getByRole('textbox', { name: 'Contracts to close' });
  await expect(field).toHaveValue('20');
  await swipe(page, sheet.getByRole('slider'), { from: 0.98, to: 0.25 });
  await expect(sheet).toBeVisible();
  await expect(field).not.toHaveValue('20');
  const wanted = parseInt(await field.inputValue(), 10);
  expect(wanted).toBeGreaterThan(1);
  // It passes, so it is waited for from before on.
  const told = page.getByText(`${wanted} BTC contracts closed at`).innerText();
  await sheet.locator('button[type=submit]').tap();
  await expect(cards(page, 'long')).toContainText(`${20 - wanted} contracts`);
  await expect(page.getByRole('tab', { name: 'Positions' })).toHaveAttribute('aria-selected', 'true');
  const gain = / ([+−-]?[\d.]+) USDT/.exec((await told).replace(/[\u2066\u2069]/g, ''))![1]!;
  await expect(cards(page, 'long')).toContainText('Realised');
  await expect(cards(page, 'long')).toContainText(gain);
  await page.getByRole('tab', { name: 'History' }).tap();
  const row = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(`${wanted} contracts`);
  await expect(row).toContainText('Part closed');
  await expect(row).toContainText(gain);
  await expect(row.getByRole('link')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Positions' }).tap();
  await cards(page, 'long').getByRole('button', { name: 'Close', exact: true }).tap();
  await (await openedSheet(page)).locator('button[type=submit]').tap();
  await page.getByRole('tab', { name: 'History' }).tap();
  await expect(row).toHaveCount(2);
  await row.last().getByRole('link').tap();
  const changes = page
    .locator('section, div')
    .filter({ has: page.getByRole('heading', { name: 'Changes' }) })
    .last();
  await expect(changes).toContainText(new RegExp(`Part closed.*${wanted} contracts@ [\\d,.]+ · #\\d+`, 's'));
  await page.getByRole('button', { name: 'Verify in my browser' }).tap();
  await expect(page.getByText('Recomputed in your browser')).toBeVisible();
  await expectNothingWrong();
});

test('two running orders do not widen the page', async ({ page }) => {
  const account = await openVerified(server.url);
  await logIn(page, account, { url: server.url });
  await placeOrder(account);
  await placeOrder(account);
  await page.goto(`${server.url}/#/contracts`);
  await expect(page.getByRole('button', { name: 'Order 2 of 2' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});

test('a finger on the chart scrolls the page up and down and moves the chart to the sides, again and again', async ({
  page,
}) => {
  const expectNothingWrong = watch(page, server.url);
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  const chart = page.getByRole('img', { name: 'Chart of BTC' });
  await expect(page.getByText(/^MA7 [\d.,]+$/)).toBeVisible();
  const scrolled = () => page.evaluate(() => scrollY);
  for (let turn = 0; turn < 2; turn++) {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const box = (await chart.boundingBox())!;
    const [x, y] = [box.x + 120, box.y + box.height / 2];
    await moveFinger(page, [x, y + 60], [x + 6, y - 90]);
    await expect.poll(scrolled).toBeGreaterThan(60);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.waitForTimeout(700);
    await expect(page.locator('[data-part=crosshair]')).toHaveCount(0);
    const before = await dateAt(page, chart);
    await moveFinger(page, [x, y], [x + 160, y + 10]);
    expect(await scrolled()).toBe(0);
    await page.waitForTimeout(700);
    expect(before - (await dateAt(page, chart))).toBeGreaterThan(10 * 60_000);
  }
  await expectNothingWrong();
});

/** The time of the candle under a finger that rests on the chart; a tap beside it ends that. */
async function dateAt(page: Page, chart: Locator): Promise<number> {
  const values = page.locator('[data-part=crosshair]');
  const { x, y } = (await chart.boundingBox())!;
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 60, y: y + 60 }] });
  await expect(values).toBeVisible();
  const date = Date.parse(await values.locator('p').innerText());
  // It follows the finger, also downwards, and the page stays where it is.
  await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + 60, y: y + 90 }] });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.touchscreen.tap(x + 200, y + 40);
  await expect(values).toHaveCount(0);
  await page.waitForTimeout(700);
  return date;
}

async function moveFinger(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const at = (share: number) => [{ x: from[0] + (to[0] - from[0]) * share, y: from[1] + (to[1] - from[1]) * share }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= 10; step++) {
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 10) });
    await page.waitForTimeout(16);
  }
  await page.waitForTimeout(250);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}

/** Along the middle of an element, by shares of its width. */
async function swipe(page: Page, element: Locator, { from, to }: { from: number; to: number }): Promise<void> {
  await element.evaluate((place) => place.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const { x, y, width, height } = (await element.boundingBox())!;
  const middle = y + height / 2;
  const finger = await page.context().newCDPSession(page);
  const at = (share: number) => [{ x: x + width * share, y: middle }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  for (let step = 1; step <= 8; step++) {
    const touchPoints = at(from + ((to - from) * step) / 8);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
  }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}
