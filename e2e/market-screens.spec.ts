// The screens of one market: its book, tape, depth and introduction live, another coin in its place, and the spot view.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { sharedServer } from './support/server.ts';
import { openedSheet } from './support/sheets.ts';
import { watch } from './support/watch.ts';

const server = sharedServer;

const tab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();
const rowsOf = (page: Page, name: string): Locator => page.getByRole('table', { name }).locator('tbody tr');
/** Prices of a list in its order; the row that is read out has the price as its second cell. */
const pricesOf = async (rows: Locator): Promise<number[]> =>
  (await rows.locator('td:nth-child(2)').allInnerTexts()).map((text) => +text.replaceAll(/[^\d.]/g, ''));

async function changes(what: () => Promise<unknown>): Promise<void> {
  const before = JSON.stringify(await what());
  await expect.poll(async () => JSON.stringify(await what())).not.toBe(before);
}

test(
  'a guest sees the sixteen best prices a side move, in order and with a gap between',
  { tag: '@gate' },
  async ({ page }) => {
    const expectNothingWrong = watch(page, server.url);
    await page.goto(`${server.url}/#/exchange/btcusdt`);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('BTC/USDT');
    const [buyers, sellers] = [rowsOf(page, 'Buyers'), rowsOf(page, 'Sellers')];
    await expect.poll(async () => (await pricesOf(sellers)).filter((price) => price > 0).length).toBe(16);
    expect(await buyers.count()).toBe(16);
    const [bids, asks] = await page.evaluate(() => {
      const read = (table: Element): number[] =>
        [...table.querySelectorAll('tbody td:nth-child(2)')].map((cell) => +cell.textContent.replaceAll(',', ''));
      return [...document.querySelectorAll('main table')].map(read) as [number[], number[]];
    });
    expect(bids).toEqual(bids.toSorted((left, right) => right - left));
    expect(asks).toEqual(asks.toSorted((left, right) => left - right));
    expect(asks[0]).toBeGreaterThan(bids[0]!);
    await changes(() => pricesOf(sellers));
    await expect(page.getByText(/^Spread [\d.,]+/)).toBeVisible();

    await page.getByRole('radio', { name: '100', exact: true }).check();
    await expect
      .poll(async () => {
        const joined = await pricesOf(sellers);
        return joined[0]! > 0 && joined.filter((price) => price > 0).every((price) => price % 100 === 0);
      })
      .toBe(true);
    await expectNothingWrong();
  },
);

test('the tape grows by trades with a side, and another coin begins with its own', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  await tab(page, 'Latest trades');
  const trades = rowsOf(page, 'Latest trades');
  const filled = async (): Promise<number[]> => (await pricesOf(trades)).filter((price) => price > 0);
  await expect.poll(async () => (await filled()).length).toBeGreaterThan(5);
  expect((await filled()).every((price) => price > 10_000)).toBe(true);
  await expect(trades.first()).toContainText(/Bought|Sold/);
  await changes(() => trades.first().innerText());

  await page.getByRole('button', { name: /^BTC\/USDT/ }).click();
  const coins = await openedSheet(page);
  await coins.getByPlaceholder('Search').fill('dog');
  await coins.getByRole('button', { name: /DOGE\/USDT/ }).click();
  await expect(page).toHaveURL(/#\/exchange\/dogeusdt$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('DOGE/USDT');
  await tab(page, 'Latest trades');
  // Not one trade of the coin before, from the first moment on until the new one's tape has grown.
  const ofBitcoin: number[] = [];
  let seen: string | undefined;
  const hasGrown = async (): Promise<boolean> => {
    const prices = await filled();
    ofBitcoin.push(...prices.filter((price) => price > 10));
    if (prices.length === 0) return false;
    const newest = await trades.first().innerText();
    seen ??= newest;
    return newest !== seen;
  };
  await expect.poll(hasGrown, { intervals: [50] }).toBe(true);
  expect(ofBitcoin).toEqual([]);
  // The coin took the other's place: the way back leads to the list.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/#\/(quotation|home)$/);
  await expectNothingWrong();
});

test('depth is drawn and read with a finger; the introduction says of when it is', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await page.goto(`${server.url}/#/exchange/ethusdt`);
  await tab(page, 'Depth');
  const depth = page.getByRole('img', { name: /^Depth of ETH/ });
  await expect(depth.locator('path').first()).toHaveAttribute('d', /^M.*V/);
  await changes(() => depth.locator('path').first().getAttribute('d'));
  const box = (await depth.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.8, box.y + 20);
  await expect(page.getByText(/ETH up to [\d.,]+/)).toBeVisible();

  await tab(page, 'About');
  const about = page.getByRole('region', { name: 'About' });
  await expect(about).toContainText('Jul 30, 2015');
  await expect(about).toContainText(/No\. 2 of the 21 coins here/);
  await expect(about).toContainText('120,250,000 ETH');
  await expect(about).toContainText('No limit');
  await expect(about).toContainText(/Supplies as of Nov 16, 2023/);
  const site = about.getByRole('link', { name: 'ethereum.org' });
  await expect(site).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(site).toHaveAttribute('target', '_blank');
  await expectNothingWrong();
});

test('the spot view is dark, for customers, and knows what one has', async ({ page }) => {
  const account = await openAccount(server.url);
  await page.goto(`${server.url}/#/spot`);
  await expect(page).toHaveURL(/#\/login\?redirect=%2Fspot/);
  const expectNothingWrong = watch(page, server.url);
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/#/exchange/solusdt`);
  await page.getByRole('link', { name: 'Spot' }).click();
  await expect(page).toHaveURL(/#\/spot$/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toContainText('SOL/USDT');
  const holdings = page.getByRole('region', { name: 'You have' });
  await expect(holdings).toContainText('1,000.0000');
  await expect(holdings.getByRole('link', { name: 'Buy SOL' })).toHaveAttribute('href', /bugCoin\?coin=SOL/);
  await page.getByRole('button', { name: /^SOL\/USDT/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /XRP\/USDT/ })
    .click();
  await expect(holdings.getByRole('link', { name: 'Buy XRP' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toContainText('XRP/USDT');
  await expectNothingWrong();
});

test('on a wide screen book and tape stand beside the chart', async ({ page }) => {
  await page.setViewportSize({ width: 1_280, height: 900 });
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  const [chart, sellers] = [
    page.getByRole('img', { name: 'Chart of BTC' }),
    page.getByRole('table', { name: 'Sellers' }),
  ];
  await expect.poll(async () => (await pricesOf(rowsOf(page, 'Sellers'))).filter((price) => price > 0).length).toBe(16);
  const [left, right] = [(await chart.boundingBox())!, (await sellers.boundingBox())!];
  expect(right.x).toBeGreaterThan(left.x + left.width);
  // A ladder: prices fall from its top to its bottom.
  const asks = await pricesOf(rowsOf(page, 'Sellers'));
  expect(asks).toEqual(asks.toSorted((one, other) => other - one));
});
