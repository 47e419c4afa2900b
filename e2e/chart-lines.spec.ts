// Prices that mean something to a position, on its chart: those out of sight are told at the edge, and a tap takes them in.
import { expect, test, type Locator } from '@playwright/test';
import { logIn } from './support/accounts.ts';
import { openVerified, openedContract } from './support/contracts.ts';
import { show } from './support/screens.ts';
import { sharedServer } from './support/server.ts';

const server = sharedServer;
test.use({ hasTouch: true });

/** A dashed line in this colour from side to side. */
const hasLine = (chart: Locator, color: string): Promise<boolean> =>
  chart.evaluate((place, name) => {
    const hex = getComputedStyle(place).getPropertyValue(name).trim();
    const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    return Array.from(place.querySelectorAll('canvas')).some((canvas) => {
      const { width, height } = canvas;
      // A tag fills the breadth of the axis.
      if (width < 200) return false;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
      const isWanted = (at: number): boolean => wanted.every((part, color) => Math.abs(part - data[at + color]!) < 24);
      return Array.from({ length: height }, (_, y) => y).some((y) => {
        const hits = Array.from({ length: width }, (_, x) => (y * width + x) * 4).filter(isWanted);
        return hits.length > width / 3;
      });
    });
  }, color);

/** The middle of the tag of this colour on the axis, px from the top of the window. */
const tagAt = (chart: Locator, color: string): Promise<number> =>
  chart.evaluate((place, name) => {
    const hex = getComputedStyle(place).getPropertyValue(name).trim();
    const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    for (const canvas of place.querySelectorAll('canvas')) {
      const { width, height } = canvas;
      // What is broad is no axis.
      if (width === 0 || height === 0 || width >= 200) continue;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
      const isWanted = (at: number): boolean => wanted.every((part, color) => Math.abs(part - data[at + color]!) < 24);
      const hits = (y: number): number =>
        Array.from({ length: width }, (_, x) => (y * width + x) * 4).filter(isWanted).length;
      const rows = Array.from({ length: height }, (_, y) => y).filter((y) => hits(y) > width / 4);
      if (rows.length === 0) continue;
      const { top, height: shown } = canvas.getBoundingClientRect();
      return top + (((rows[0]! + rows.at(-1)!) / 2) * shown) / height;
    }
    return Number.NaN;
  }, color);

test('a far liquidation leaves the candles their height, and is taken in and let go by a tap on its tag', async ({
  page,
}) => {
  const account = await openVerified(server.url);
  await openedContract(account);
  await logIn(page, account, { url: server.url });
  await show(page, server.url, '/contracts?type=cfd');
  const chart = page.getByRole('img', { name: 'Chart of BTC' });
  await expect(chart.locator('canvas').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'BTC Long' })).toBeVisible();
  await expect.poll(() => hasLine(chart, '--text')).toBe(true);
  expect(await hasLine(chart, '--warn')).toBe(false);
  const { x } = (await chart.boundingBox())!;
  // At the lower edge, or a tag further up where the present price stands there.
  const tapOnTag = async (): Promise<void> => page.touchscreen.tap(x + 30, await tagAt(chart, '--warn'));
  await tapOnTag();
  await expect.poll(() => hasLine(chart, '--warn')).toBe(true);
  // Two taps within half a second are one double tap to the chart's library.
  await page.waitForTimeout(600);
  await tapOnTag();
  await expect.poll(() => hasLine(chart, '--warn')).toBe(false);
});
