// The documentation in a browser: the viewer and the page of formats, on a phone, light and dark, within their policy.
import { expect, test, type Page } from '@playwright/test';
import { findShutOut, rulesBy } from './support/axe.ts';
import { sharedServer } from './support/server.ts';

const server = sharedServer;

/** What the page said of its policy or of errors, and which other hosts it asked. */
function watch(page: Page): { faults: string[]; elsewhere: string[] } {
  const seen = { faults: [] as string[], elsewhere: [] as string[] };
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy|Trusted/i.test(message.text())) seen.faults.push(message.text()); // oxfmt-ignore
  });
  page.on('pageerror', (error) => seen.faults.push(error.message));
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(server.url)) seen.elsewhere.push(request.url()); // oxfmt-ignore
  });
  return seen;
}

/**
 * What the viewer itself does otherwise: headings of products are of level 3 below the title, a call's line is a button with a link
 * in it, its introduction lies outside of its `main`, and long examples are scrolled by pointer alone.
 */
const viewersOwn = ['heading-order', 'nested-interactive', 'region', 'scrollable-region-focusable'];

const widthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

/** Brightness of what is behind the text, 0 to 255. */
const groundOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g)!.map((part) => parseInt(part, 10)); // oxfmt-ignore
    return (red + green + blue) / 3;
  });

for (const colorScheme of ['light', 'dark'] as const) {
  test(`calls: every product, a call with its refusals and a schema, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const seen = watch(page);
    await page.goto(`${server.url}/docs`);
    const product = page.getByRole('heading', { name: /^Contracts/ });
    // The viewer is 1.7 MB of script, which a busy machine reads for a while.
    await expect(product).toBeVisible({ timeout: 120_000 });
    await product.getByRole('link').click();
    await page.getByRole('button', { name: /\/api\/contracts\/submit/ }).first().click(); // oxfmt-ignore
    const refusal = page.getByText('The leverage is above the largest one that is offered, which facts name.').first();
    await expect(refusal).toBeVisible();
    expect(await groundOf(page)).toBeGreaterThan(colorScheme === 'light' ? 200 : -1);
    expect(await groundOf(page)).toBeLessThan(colorScheme === 'light' ? 256 : 60);
    expect(await widthOf(page)).toBeLessThanOrEqual(375);
    expect(await findShutOut(page, rulesBy(colorScheme, { except: viewersOwn }))).toEqual([]);
    expect(seen).toEqual({ faults: [], elsewhere: [] });
  });

  test(`formats: readable, linked and scrollable, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const seen = watch(page);
    await page.goto(`${server.url}/docs/formats#5.4`);
    await expect(page.getByRole('heading', { name: '5.4 The exit after a gap' })).toBeInViewport();
    expect(await widthOf(page)).toBeLessThanOrEqual(375);
    expect(await groundOf(page)).toBeLessThan(colorScheme === 'light' ? 256 : 60);
    expect(await findShutOut(page, rulesBy(colorScheme))).toEqual([]);
    expect(seen).toEqual({ faults: [], elsewhere: [] });
  });
}
