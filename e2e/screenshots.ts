// Pictures of every screen at four widths in four looks; `npm run screenshots` runs this and nothing else does.
import { expect, test, type Page } from '@playwright/test';
import { join } from 'node:path';
import { logIn } from './support/accounts.ts';
import { isSettled } from './support/option-order.ts';
import { isLoaded, looks, screensForCustomers, screensForGuests, startWithOrder, takeLook } from './support/screens.ts';

const folder = process.env['CANDOR_SCREENSHOTS'] ?? '';
const widths = [320, 375, 430, 1280];

let made: Awaited<ReturnType<typeof startWithOrder>>;
test.beforeAll(async () => {
  made = await startWithOrder();
});
test.afterAll(() => made.server.stop());

for (const look of looks) {
  test(look.name, async ({ page }) => {
    test.setTimeout(300_000);
    const { server, account, orderId } = made;
    await takeLook(page, look);
    for (const path of screensForGuests) await shoot(page, { path, name: `guest${path}`, look: look.name });
    await logIn(page, account, { url: server.url, language: look.language });
    for (const path of screensForCustomers) await shoot(page, { path, name: path, look: look.name });
    await expect.poll(() => isSettled(account, orderId), { timeout: 60_000 }).toBe(true);
    await shoot(page, { path: `/receipt/option/${orderId}`, name: 'receipt', look: look.name });
  });
}

async function shoot(page: Page, { path, name, look }: { path: string; name: string; look: string }): Promise<void> {
  await page.goto(`${made.server.url}/#${path}`);
  await isLoaded(page, path);
  await page.waitForTimeout(500);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 812 });
    await page.waitForTimeout(100);
    await page.screenshot({ path: join(folder, look, `${name.replaceAll('/', '-').replace(/^-/, '')}-${width}.png`) });
  }
}
