import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test('the page says that Candor runs, on which market, and its prices move', async ({ page }) => {
  const foreign: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(server.url).host) foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(server.url);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Candor is running');
  await expect(page.getByText(/simulated/i).first()).toBeVisible();
  const bitcoin = page.getByRole('row', { name: /BTC/ });
  await expect(bitcoin).toContainText(/\d{2,3},\d{3}\.\d{2}/);
  const before = await bitcoin.textContent();
  await expect.poll(() => bitcoin.textContent()).not.toBe(before);
  expect(foreign).toEqual([]);
  expect(faults).toEqual([]);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`nobody is shut out of it, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(server.url);
    await expect(page.getByRole('row', { name: /BTC/ })).toContainText(/\d{2,3},\d{3}/);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
}

test('its links lead to the documentation, the archive and the outbox', async ({ page }) => {
  await page.goto(server.url);
  const links = await page.getByRole('link').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) expect((await page.request.get(link)).status(), link).toBe(200);
});
