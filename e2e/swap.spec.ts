// Flash swap on a phone: from the spot view to a quote that renews itself, accepted, paid and verified in the browser; and a limit that
// is a line on the chart until it is cancelled.
import { formatAmount, getExchangeRate, multiplyDown, wad } from '@candor/wire';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { checkInvariants, ledgerInvariants } from '../server/src/ledger/check-invariants.ts';
import { openPool } from '../server/src/kit/postgres.ts';
import { swapInvariants } from '../server/src/swap/invariants.ts';
import { logIn, need, type Account } from './support/accounts.ts';
import { openVerified } from './support/contracts.ts';
import { judgeShown } from './support/judge.ts';
import { show } from './support/screens.ts';
import { sharedServer } from './support/server.ts';
import { prefer } from './support/watch.ts';
import { startsWith, wordsOf, type Language } from './support/words.ts';

const server = sharedServer;
const english = wordsOf('en');

interface Ticket {
  give: Locator;
  receive: Locator;
  confirm: Locator;
  swaps: Locator;
}

function ticketOf(page: Page, language: Language = 'en'): Ticket {
  const say = wordsOf(language);
  return {
    give: page.getByRole('textbox', { name: say('swap.give'), exact: true }),
    receive: page.getByRole('textbox', { name: say('swap.receive'), exact: true }),
    confirm: page.getByRole('button', { name: say('swap.confirm'), exact: true }),
    swaps: page.getByRole('list', { name: say('swap.history') }).getByRole('listitem'),
  };
}

/** Where the rate moved too far in the second between quote and tick, all came back, and it is swapped again. */
async function swapUntilDone(page: Page, amount: string, language: Language = 'en'): Promise<void> {
  const say = wordsOf(language);
  const { give, confirm, swaps } = ticketOf(page, language);
  await expect(async () => {
    const known = await swaps.count();
    await give.fill(amount);
    await confirm.click({ timeout: 10_000 });
    await expect(swaps).toHaveCount(known + 1, { timeout: 10_000 });
    await expect(swaps.first()).not.toContainText(say('swap.status_pending'), { timeout: 15_000 });
    await expect(swaps.first()).toContainText(say('swap.status_filled'), { timeout: 100 });
  }).toPass();
}

async function openReceipt(page: Page, language: Language = 'en'): Promise<void> {
  const say = wordsOf(language);
  await ticketOf(page, language).swaps.first().getByRole('link').click();
  await expect(page).toHaveURL(/#\/receipt\/swap\//);
  await page.getByRole('button', { name: say('receipts.verify') }).click();
  await expect(page.getByText(say('receipts.verified'))).toBeVisible();
}

async function expectBalancedLedger(): Promise<void> {
  const pool = openPool(server.adminUrl, 1);
  const reports = await checkInvariants(pool, [...ledgerInvariants, ...swapInvariants]);
  await pool.end();
  expect(reports.filter(({ broken }) => broken > 0)).toEqual([]);
}

test(
  'swapped from the spot view: either amount is typed, the quote renews itself, and the receipt verifies',
  { tag: '@gate' },
  async ({ page }) => {
    await logIn(page, await openVerified(server.url), { url: server.url });
    await show(page, server.url, '/spot');
    await page.getByRole('link', { name: english('market.swap'), exact: true }).click();
    await expect(page).toHaveURL(/#\/exchange\?coin=BTC$/);
    const { give, receive, swaps } = ticketOf(page);
    await receive.fill('0.001');
    await expect(give).not.toHaveValue('');
    await page.getByRole('button', { name: english('swap.flip') }).click();
    await expect(page.getByRole('button', { name: startsWith(english('swap.giveCoin')) })).toContainText('BTC');
    await page.getByRole('button', { name: english('swap.flip') }).click();

    await give.fill('100');
    await expect(receive).toHaveValue(/^0\.00\d+$/);
    const ring = await page.getByRole('timer').elementHandle();
    await expect(page.getByText(/^1 USDT = 0\.0000\d+ BTC$/)).toBeVisible();
    await expect(page.getByText(/^1 BTC = [\d,]+\.\d+ USDT$/)).toBeVisible();
    await expect(page.getByText(/^0 fee/)).toBeVisible();
    await judgeShown(page, 'a quote');
    await expect.poll(() => ring!.evaluate((element) => element.isConnected)).toBe(false);
    await expect(page.getByRole('timer')).toBeAttached();

    await swapUntilDone(page, '100');
    await expect(page.getByRole('status').getByText(english('swap.done'))).toBeVisible();
    await expect(page.getByText(/^Available: 900\.0000 ?USDT/)).toBeVisible();
    await expect(give).toHaveValue('');
    await page.getByRole('radio', { name: english('swap.today') }).check();
    await expect(swaps.first()).toContainText(english('swap.status_filled'));
    await judgeShown(page, 'a swap in the history');
    await openReceipt(page);
    await judgeShown(page, 'a verified receipt of a swap');
    await expectBalancedLedger();
  },
);

test('the same in Arabic in the dark', async ({ page }) => {
  await prefer(page, { language: 'ar', theme: 'dark' });
  await logIn(page, await openVerified(server.url), { url: server.url });
  await show(page, server.url, '/exchange');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const { give, receive } = ticketOf(page, 'ar');
  await give.fill('100');
  await expect(receive).toHaveValue(/^0\.00\d+$/);
  await judgeShown(page, 'a quote in Arabic, dark');
  await swapUntilDone(page, '100', 'ar');
  await expect(page.getByRole('status').getByText(wordsOf('ar')('swap.done'))).toBeVisible();
  await judgeShown(page, 'a swap in the history in Arabic, dark');
  await openReceipt(page, 'ar');
  await judgeShown(page, 'a verified receipt of a swap in Arabic, dark');
});

test('a limit is a line on the chart that leads to its row, where it is cancelled', async ({ page }) => {
  const account = await openVerified(server.url);
  await logIn(page, account, { url: server.url });
  await show(page, server.url, '/exchange?coin=BTC');
  await page.getByRole('radio', { name: english('swap.limit'), exact: true }).check();
  await page.getByRole('textbox', { name: english('swap.giveMost') }).fill('50');
  await page.getByRole('textbox', { name: startsWith(english('swap.limitRate')) }).fill(await betterRate(account));
  await judgeShown(page, 'a limit swap');
  await page.getByRole('button', { name: english('swap.placeLimit') }).click();
  await expect(page.getByText(english('swap.limitPlaced'))).toBeVisible();
  await expect(page.getByText(/^Available: 950\.0000 ?USDT/)).toBeVisible();

  await show(page, server.url, '/spot');
  const chart = page.getByRole('img', { name: 'Chart of BTC' });
  await expect(chart.locator('canvas').first()).toBeVisible();
  const prices = (await chart.locator('canvas').first().boundingBox())!;
  // Far below: its tag at the lower edge takes it in, and what is in sight leads on. Two taps within half a second would be one double
  // tap to the chart's library.
  await expect(async () => {
    await page.mouse.click(prices.x + 30, prices.y + prices.height - 11);
    await expect(page).toHaveURL(/#\/exchange\?part=history$/, { timeout: 1_000 });
  }).toPass();
  const row = ticketOf(page).swaps.first();
  await expect(row).toBeInViewport();
  await row.getByRole('button', { name: english('swap.cancel') }).click();
  await expect(row).toContainText(english('swap.status_returned'));
  await expect(row).toContainText(english('swap.reason_cancelled'));
  await expect(page.getByText(/^Available: 1,000\.0000 ?USDT/)).toBeVisible();
});

/** So much more for a USDT that the line lies below all that is in sight. */
async function betterRate({ client }: Account): Promise<string> {
  const pair = { baseCurrency: 'USDT', quoteCurrency: 'BTC', amount: '50' };
  const { price } = need(await client.call(getExchangeRate, pair));
  return formatAmount(multiplyDown(wad(price), wad('1.05'), 12));
}
