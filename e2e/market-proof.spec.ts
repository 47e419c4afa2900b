// Where a price comes from, and what was ever put right in a picture of it: both open to everybody.
import { digestOfCorrection, noCorrectionBefore, publicKeyOf, signCorrection } from '@candor/proof';
import type { UnsignedCorrection } from '@candor/proof';
import { getCorrections, getProofKey } from '@candor/wire';
import type { CandleCorrection } from '@candor/wire';
import { expect, test, type Page } from '@playwright/test';
import { sharedServer } from './support/server.ts';
import { watch } from './support/watch.ts';

const server = sharedServer;

test('each source of a price says what it gives, how old that is, and whether it counts', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await page.goto(`${server.url}/#/exchange/ethusdt`);
  await page.getByRole('link', { name: 'Where this price comes from' }).click();
  await expect(page).toHaveURL(/#\/market\/sources\/ethusdt$/);
  await expect(page.getByText('Sources that count: 1 of 1')).toBeVisible();
  const source = page.getByRole('list', { name: 'Sources' }).getByRole('listitem');
  await expect(source).toContainText(/Simulation.*Counts.*[\d,]+\.\d\d.*\d\.\d s ago/s);
  // Told again each second.
  const seen = new Set<string>();
  await expect.poll(async () => seen.add(await source.innerText()).size, { intervals: [500] }).toBeGreaterThan(2);
  await page.getByRole('button', { name: /^Price sources of ETH/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /XRP\/USDT/ })
    .click();
  await expect(page).toHaveURL(/#\/market\/sources\/xrpusdt$/);
  await expect(source).toContainText(/[1-3]\.\d{5}/);
  await page.getByRole('link', { name: 'Corrections of candles' }).click();
  await expect(page.getByText('No candle has been corrected.')).toBeVisible();
  await expectNothingWrong();
});

const secret = '5a'.repeat(32);
const minuteMs = Math.floor(Date.now() / 60_000) * 60_000 - 600_000;
function correctionsOf(count: number): CandleCorrection[] {
  const all: CandleCorrection[] = [];
  for (let id = 1; id <= count; id++) {
    const unsigned: UnsignedCorrection = {
      id,
      coin: 'BTC',
      minute_ms: minuteMs + id * 60_000,
      before: { open: '90000', high: '99123.45', low: '89990', close: '90010' },
      after: { open: '90000', high: '90020', low: '89990', close: '90010' },
      reason: id === 1 ? 'bad-print' : 'wrong-candle',
      note: `print number ${id}`,
      proposed_by: id === 1 ? 'index' : 'anna',
      approved_by: id === 1 ? 'index' : 'berta',
      corrected_at: new Date(minuteMs + 700_000).toISOString(),
      previous: id === 1 ? noCorrectionBefore : digestOfCorrection(all.at(-1)!),
    };
    all.push(signCorrection(unsigned, secret));
  }
  return all;
}

/** Nobody may make a corrected candle at will, not even a test: the answers stand in for a server that has some. */
async function answerWith(page: Page, corrections: readonly CandleCorrection[]): Promise<void> {
  const answer = (data: unknown) => ({ json: { status: 1, data } });
  await page.route(`**${getProofKey.path}`, (route) => route.fulfill(answer({ public_key: publicKeyOf(secret) })));
  await page.route(`**${getCorrections.path}?*`, (route) => route.fulfill(answer({ corrections })));
}

test('corrections are shown with before and after, and their seals are checked in the browser', async ({ page }) => {
  await answerWith(page, correctionsOf(2));
  await page.goto(`${server.url}/#/market/corrections`);
  await expect(page.getByText('All 2 corrections are signed with the key of this platform')).toBeVisible();
  const newest = page.getByRole('region', { name: /^BTC\/USDT/ }).first();
  await expect(newest).toContainText('#2');
  await expect(newest).toContainText('Proposed by anna, approved by berta');
  await expect(newest.getByRole('row', { name: /^High/ })).toContainText('99,123.45');
  await expect(newest.getByRole('row', { name: /^High/ })).toContainText('90,020.00');
  await expect(page.getByRole('region', { name: /^BTC\/USDT/ }).last()).toContainText('Found by the index itself');
});

test('a list that somebody has changed is called what it is', async ({ page }) => {
  const [first, second] = correctionsOf(2);
  await answerWith(page, [first!, { ...second!, after: { ...second!.after, high: '95000' } }]);
  await page.goto(`${server.url}/#/market/corrections`);
  await expect(page.getByText('This list is not genuine')).toBeVisible();
  await expect(page.getByText('the signature of correction 2 is not genuine')).toBeVisible();
});

test('the chart marks a corrected candle, and says under the crosshair what it was before', async ({ page }) => {
  await answerWith(page, correctionsOf(1));
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  const chart = page.getByRole('img', { name: 'Chart of BTC' });
  await expect(chart.locator('canvas').first()).toBeVisible();
  const values = page.locator('[data-part=crosshair]');
  const box = (await chart.boundingBox())!;
  // With each minute the candles move on, so what is said is taken as it is found.
  let said = '';
  const found = async (): Promise<string> => {
    for (let x = box.width - 110; x > box.width / 3; x -= 5) {
      await page.mouse.move(box.x + x, box.y + 60);
      said = await values.innerText();
      if (said.includes('High before')) return said;
    }
    return '';
  };
  await expect.poll(found).toMatch(/High before\s*99,123\.45/);
  expect(said).not.toContain('Low before');
});
