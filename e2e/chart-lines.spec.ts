// Prices that mean something to a position, on its chart: those out of sight are told at the edge, and a tap takes them in.
import { expect, test, type Locator } from '@playwright/test';
import { logIn } from './support/accounts.ts';
import { openVerified, openedContract } from './support/contracts.ts';
import { show } from './support/screens.ts';
import { sharedServer } from './support/server.ts';

const server = sharedServer;
test.use({ hasTouch: true });

interface Drawn {
  /** Of the canvas, in its own pixels. */
  width: number;
  /** How many pixels of the colour each row has, from the top. */
  rows: number[];
  /** The canvas' place in the window, px. */
  top: number;
  height: number;
}

/** What each canvas of the chart shows of a colour. */
const drawnIn = (chart: Locator, color: string): Promise<Drawn[]> =>
  chart.evaluate((place, name) => {
    const hex = getComputedStyle(place).getPropertyValue(name).trim();
    const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    const seen = Array.from(place.querySelectorAll('canvas')).filter(({ width, height }) => width > 0 && height > 0);
    return seen.map((canvas) => {
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
      const isWanted = (at: number): boolean => wanted.every((part, color) => Math.abs(part - data[at + color]!) < 24);
      const hitsOf = (_: unknown, y: number): number =>
        Array.from({ length: width }, (_, x) => (y * width + x) * 4).filter(isWanted).length;
      const shown = canvas.getBoundingClientRect();
      return { width, rows: Array.from({ length: height }, hitsOf), top: shown.top, height: shown.height };
    });
  }, color);

/** An axis of prices is narrow, and a tag on it fills its breadth. */
const isAxis = ({ width }: Drawn): boolean => width < 200;

/** A dashed line in this colour from side to side. */
const hasLine = async (chart: Locator, color: string): Promise<boolean> =>
  (await drawnIn(chart, color)).some((each) => !isAxis(each) && each.rows.some((hits) => hits > each.width / 3));

/** The middle of the tag of this colour on the axis, px from the top of the window. */
async function tagAt(chart: Locator, color: string): Promise<number> {
  for (const { width, rows, top, height } of (await drawnIn(chart, color)).filter(isAxis)) {
    const [first, last] = [rows.findIndex((hits) => hits > width / 4), rows.findLastIndex((hits) => hits > width / 4)];
    if (first >= 0) return top + (((first + last) / 2) * height) / rows.length;
  }
  return Number.NaN;
}

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
