// Exchange rates on a phone and in the console: the day of a rate, what customers read if nobody can buy at the rate, and how operators
// see it and ask the source again. The source is a test double that misbehaves.
import { expect, test, type Page } from '@playwright/test';
import { ecbList } from '../server/test/support/ecb-list.ts';
import { openRatesSource, type RatesSource } from '../server/test/support/rates-source.ts';
import { judgeShown, judgeThemes } from './support/judge.ts';
import { startServer, type TestServer } from './support/server.ts';
import { wordsOf } from './support/words.ts';

const today = new Date().toISOString().slice(0, 10);
const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);
const usual = { USD: '1.16', JPY: '176', KRW: '1650', SEK: '11', CHF: '0.93', HKD: '9' };

let server: TestServer;
let source: RatesSource;
test.beforeAll(async () => {
  source = await openRatesSource();
  source.answer({ text: ecbList(yesterday, usual) });
  server = await startServer({ CURRENCY_RATES_URL: source.url });
});
test.afterAll(async () => {
  await server.stop();
  await source.close();
});

async function openPurchase(page: Page, currency: string, changed: object): Promise<void> {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${server.url}/#/bugCoin?coin=USDT`);
  await page.evaluate(
    (wanted) => {
      localStorage.clear();
      localStorage.setItem('candor.preferences', JSON.stringify({ state: wanted, version: 1 }));
    },
    { currency, ...changed },
  );
  await page.reload();
}

test('a rate has its day and source, and one that jumped stops its currency, on the phone and in the console', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const say = wordsOf('en');
  await openPurchase(page, 'CHF', { theme: 'light', language: 'en' });
  await expect(page.getByText(/^Central bank rate of .* · yesterday$/)).toBeVisible();
  await judgeShown(page, 'a purchase with the day of its rate');

  const desk = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await desk.goto(server.consoleUrl);
  await desk.getByRole('button', { name: /risk/i }).first().click();
  await expect(desk.getByRole('button', { name: /risk/i })).toHaveCount(0);
  await desk.goto(`${server.consoleUrl}/#/currencies`);
  await expect(desk.getByRole('row', { name: /CHF/ })).toContainText('Good');
  source.answer({ text: ecbList(today, { ...usual, CHF: '9300' }) });
  await desk.getByRole('button', { name: 'Ask the source now' }).click();
  await expect(desk.getByText('The source sent a newer list.')).toBeVisible();
  await expect(desk.getByRole('row', { name: /^CHF/ })).toContainText('In doubt, buying is off');
  source.answer('cut');
  await desk.getByRole('button', { name: 'Ask the source now' }).click();
  await expect(desk.getByText('No list', { exact: true })).toBeVisible();
  await judgeThemes(desk, 'exchange rates');
  await desk.goto(`${server.consoleUrl}/#/overview`);
  await expect(desk.getByText('A listed exchange rate differs too much from the rate in force')).toBeVisible();

  await openPurchase(page, 'CHF', { theme: 'light', language: 'en' });
  await expect(page.getByText(say('purchases.rateOffDoubted'))).toBeVisible();
  await expect(page.getByRole('button', { name: say('purchases.logIn') })).toBeDisabled();
  await judgeShown(page, 'a purchase at a rate in doubt');
  for (const language of ['ar', 'de-CH', 'ja', 'ko', 'sv', 'zh-Hant'] as const) {
    await openPurchase(page, language === 'de-CH' ? 'AED' : 'CHF', { theme: 'dark', language });
    const words = wordsOf(language)(language === 'de-CH' ? 'purchases.rateOffMissing' : 'purchases.rateOffDoubted');
    await expect(page.getByText(words)).toBeVisible();
    await judgeShown(page, `a purchase that is off, ${language}`);
    await openPurchase(page, 'JPY', { theme: 'light', language });
    await judgeShown(page, `a purchase, ${language}`);
  }
});
