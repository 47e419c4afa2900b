// The chart as its owner wants it: how prices are shown, what is computed from them, lines of one's own; and all of it stays.
import { expect, test } from '@playwright/test';
import { languages } from '../web/src/text/languages.ts';
import { sharedServer } from './support/server.ts';
import { prefer, watch } from './support/watch.ts';

const server = sharedServer;

test('looks, figures and drawings are chosen, and outlive a reload', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  const chart = page.getByRole('img', { name: 'Chart of BTC' });
  await expect(chart.locator('canvas').first()).toBeVisible();
  const panes = await chart.locator('canvas').count();
  const height = (await chart.boundingBox())!.height;

  await page.getByRole('button', { name: 'Chart settings' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: 'Bars' }).check();
  for (const name of ['EMA', 'BOLL', 'MACD', 'RSI', 'KDJ']) await sheet.getByRole('checkbox', { name }).check();
  await sheet.getByLabel('MACD 1', { exact: true }).fill('8');
  await sheet.getByLabel('MACD 3', { exact: true }).fill('0');
  await sheet.getByLabel('MACD 1', { exact: true }).focus();
  // What nothing can be computed over is put back.
  await expect(sheet.getByLabel('MACD 3', { exact: true })).toHaveValue('9');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect.poll(() => chart.locator('canvas').count()).toBeGreaterThan(panes);
  // Each pane adds to the height instead of taking from the prices.
  await expect.poll(async () => (await chart.boundingBox())!.height).toBeGreaterThan(height + 150);
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await page.getByRole('button', { name: 'Horizontal line' }).click();
  await expect(page.getByRole('button', { name: 'Horizontal line' })).toHaveAttribute('aria-pressed', 'true');
  const box = (await chart.boundingBox())!;
  await page.mouse.move(box.x + 150, box.y + 80);
  await page.mouse.click(box.x + 150, box.y + 80);
  const kept = () => page.evaluate(() => localStorage.getItem('candor.chart') ?? '');
  await expect.poll(kept).toContain('horizontalStraightLine');
  await expect(page.getByRole('button', { name: 'Horizontal line' })).toHaveAttribute('aria-pressed', 'false');

  await page.reload();
  await expect(chart.locator('canvas').first()).toBeVisible();
  await page.getByRole('button', { name: 'Chart settings' }).click();
  await expect(sheet.getByRole('checkbox', { name: 'MACD' })).toBeChecked();
  await expect(sheet.getByLabel('MACD 1', { exact: true })).toHaveValue('8');
  await expect(sheet.getByRole('radio', { name: 'Bars' })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await page.getByRole('button', { name: 'Remove drawings' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove drawings' }).click();
  await expect.poll(kept).not.toContain('horizontalStraightLine');
  await expectNothingWrong();
});

test('the chart fills the screen and gives it back', async ({ page }) => {
  await page.goto(`${server.url}/#/exchange/ethusdt`);
  const chart = page.getByRole('img', { name: 'Chart of ETH' });
  await expect(chart.locator('canvas').first()).toBeVisible();
  const before = (await chart.boundingBox())!.height;
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(async () => (await chart.boundingBox())!.height).toBeGreaterThan(before + 200);
  // The page's own head is covered: the chart says itself what it shows.
  await expect(page.getByText('ETH/USDT', { exact: true }).last()).toBeInViewport();
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await expect.poll(async () => (await chart.boundingBox())!.height).toBeLessThan(before + 20);
});

test('a chosen drawing is removed alone', async ({ page }) => {
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  const chart = page.getByRole('img', { name: 'Chart of BTC' });
  await expect(chart.locator('canvas').first()).toBeVisible();
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  const count = () => page.evaluate(() => (localStorage.getItem('candor.chart') ?? '').split('"kind"').length - 1);
  // Two clicks within half a second are one double click to the chart's library, wherever they are.
  const clickAt = async (x: number, y: number): Promise<void> => {
    await page.waitForTimeout(600);
    // The tools come a moment after they were asked for and move the chart.
    const box = (await chart.boundingBox())!;
    await page.mouse.move(box.x + x, box.y + y);
    await page.mouse.click(box.x + x, box.y + y);
  };
  for (const [place, y] of [60, 140].entries()) {
    await page.getByRole('button', { name: 'Horizontal line' }).click();
    await clickAt(120, y);
    await expect.poll(count).toBe(place + 1);
  }
  const remove = page.getByRole('button', { name: 'Remove the chosen drawing' });
  await clickAt(40, 12);
  await expect(remove).toBeDisabled();
  await page.getByRole('button', { name: 'Snap to candles' }).click();
  await page.getByRole('button', { name: 'Horizontal line' }).click();
  await clickAt(200, 100);
  await expect.poll(count).toBe(3);
  // It snapped to a candle near by, and stays at its price while the prices' scale moves with each tick.
  await expect(async () => {
    for (const y of [100, 92, 108, 84, 116]) {
      await clickAt(60, y);
      if (await remove.isEnabled()) return;
    }
    await expect(remove).toBeEnabled({ timeout: 1_000 });
  }).toPass();
  await remove.click();
  await expect.poll(count).toBe(2);
});

test('history comes as one scrolls back, and the crosshair says the candle under it', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  const chart = page.getByRole('img', { name: 'Chart of BTC' });
  await expect(chart.locator('canvas').first()).toBeVisible();
  const values = page.locator('[data-part=crosshair]');
  const box = (await chart.boundingBox())!;
  const hoverAt = async (x: number): Promise<number> => {
    await page.mouse.move(box.x + x, box.y + 60);
    await expect(values).toContainText(/Open.*High.*Low.*Close.*Change.*Volume/s);
    return Date.parse(await values.locator('p').innerText());
  };
  const newest = await hoverAt(200);
  // Further back than the first page of three hundred minutes reaches.
  for (let pull = 0; pull < 16; pull++) {
    await page.mouse.move(box.x + 40, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 290, box.y + 60, { steps: 4 });
    await page.mouse.up();
  }
  await expect.poll(async () => newest - (await hoverAt(30))).toBeGreaterThan(320 * 60_000);
  await page.mouse.move(box.x + 100, box.y - 200);
  await expect(values).toHaveCount(0);
  await expectNothingWrong();
});

test('what the averages are stands above the candles and hides none', async ({ page }) => {
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  const chart = page.getByRole('img', { name: 'Chart of BTC' });
  const legend = page.getByText(/^MA7 [\d.,]+$/);
  await expect(legend).toBeVisible();
  const [words, picture] = [(await legend.boundingBox())!, (await chart.boundingBox())!];
  expect(words.y + words.height).toBeLessThanOrEqual(picture.y + 1);
});

test('a line is dragged to another price, and says it at each step', async ({ page }) => {
  await page.goto(`${server.url}/#/dev/kit`);
  await page.getByRole('tab', { name: 'Charts' }).click();
  const chart = page.getByRole('img', { name: 'Chart with lines' });
  await expect(chart.locator('canvas').first()).toBeVisible();
  await chart.scrollIntoViewIfNeeded();
  const said = page.getByText(/^take profit/);
  const priceOf = async (): Promise<number> => +/take profit ([\d.]+)/.exec(await said.innerText())![1]!;
  // Where its label is: somewhere at the start side, found by trying from the top until the chart has drawn it. The scale of prices may
  // move under a drag, which then ends higher: the next try begins at the price of then.
  await expect(async () => {
    const box = (await chart.boundingBox())!;
    const before = await priceOf();
    for (let y = 6; y < box.height - 80 && (await priceOf()) === before; y += 8) {
      await page.mouse.move(box.x + 40, box.y + y);
      await page.mouse.down();
      await page.mouse.move(box.x + 44, box.y + y + 12, { steps: 3 });
      await page.mouse.up();
    }
    expect(await priceOf()).toBeLessThan(before);
  }).toPass({ timeout: 60_000 });
  await expect(said).toContainText('dropped');
  expect(/take profit \d+\.\d\d,/.test(await said.innerText())).toBe(true);
});

test('candles of every length are drawn', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await page.goto(`${server.url}/#/exchange/btcusdt`);
  const place = page.getByRole('img', { name: 'Chart of BTC' }).locator('canvas').first();
  const more = page.getByRole('button', { name: /^More/ });
  for (const length of [
    '1 month',
    '1 week',
    '30 minutes',
    '5 minutes',
    '1 day',
    '4 hours',
    '1 hour',
    '15 minutes',
    '1 minute',
  ]) {
    const usual = page.getByRole('radio', { name: length, exact: true });
    await expect(page.getByRole('radio', { name: '1 minute', exact: true })).toBeAttached();
    if ((await usual.count()) > 0) {
      await usual.check();
    } else {
      await more.click();
      await page.getByRole('dialog').getByText(length, { exact: true }).click();
      // The button takes the name of what was chosen behind it.
      await expect(page.getByRole('button', { name: `More: ${length}` })).toBeVisible();
    }
    await expect(place).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeHidden();
    await expect(page.getByRole('alert')).toBeHidden();
  }
  await expectNothingWrong();
});

for (const language of languages) {
  test(`the lengths of candles are all in sight on narrow phones, ${language}`, async ({ page }) => {
    await prefer(page, { language });
    await page.goto(`${server.url}/#/exchange/btcusdt`);
    const lengths = page.getByRole('radiogroup').filter({ has: page.locator('input[value="1day"]') });
    await expect(lengths).toBeVisible();
    for (const { width, room } of [
      { width: 375, room: 44 },
      { width: 320, room: 36 },
    ]) {
      await page.setViewportSize({ width, height: 812 });
      const seen = () => lengths.evaluate((row) => ({ beyond: row.scrollWidth - row.clientWidth, widths: Array.from(row.children, (one) => one.clientWidth) })); // oxfmt-ignore
      await expect.poll(async () => (await seen()).beyond).toBe(0);
      expect(Math.min(...(await seen()).widths)).toBeGreaterThanOrEqual(room);
    }
  });
}
