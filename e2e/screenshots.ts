// Pictures of every screen at four widths in four looks; `npm run screenshots` takes these and those of states.
import { expect, test, type Page } from '@playwright/test';
import { join } from 'node:path';
import { logIn, openAccount } from './support/accounts.ts';
import { closedContract, verify } from './support/contracts.ts';
import { isSettled } from './support/option-order.ts';
import { takeLongPicture, takePicture } from './support/pictures.ts';
import {
  looks,
  type Look,
  screensForCustomers,
  screensForGuests,
  show,
  openWithOrder,
  takeLook,
} from './support/screens.ts';

/** A small old phone, a large one, a laptop, and the usual phone. */
const sizes = [{ width: 320, height: 568 }, { width: 430, height: 932 }, { width: 1280, height: 800 }, { width: 375, height: 812 }]; // oxfmt-ignore

let made: Awaited<ReturnType<typeof openWithOrder>>;
test.beforeAll(async () => {
  made = await openWithOrder();
});

for (const look of looks) {
  test(look.name, async ({ page }) => {
    test.setTimeout(600_000);
    const { server, account, orderId } = made;
    await takeLook(page, look);
    for (const path of screensForGuests) await shoot(page, { path, name: `guest${path}`, look: look.name });
    await logIn(page, account, { url: server.url });
    for (const path of screensForCustomers) await shoot(page, { path, name: path, look: look.name });
    await expect.poll(() => isSettled(account, orderId), { timeout: 120_000 }).toBe(true);
    await shoot(page, { path: `/receipt/option/${orderId}`, name: 'receipt', look: look.name });
    await verify(account);
    const tradeId = await closedContract(account);
    await shoot(page, { path: '/contracts?type=cfd', name: 'contracts-cfd', look: look.name });
    await shoot(page, { path: `/receipt/contract/${tradeId}`, name: 'receipt-contract', look: look.name });
  });
}

/** At all sizes, and at the usual one also as long as the page is. */
async function shoot(page: Page, { path, name, look }: { path: string; name: string; look: string }): Promise<void> {
  await show(page, made.server.url, path);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.waitForTimeout(100);
    await takePicture(page, look, `${name}-${size.width}`);
  }
  await takeLongPicture(page, look, name);
}

test('pictures of the README', async ({ browser }) => {
  const pictures = join(import.meta.dirname, '../docs/pictures');
  const open = async (look: Look): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 375, height: 812 }, deviceScaleFactor: 2 });
    const page = await context.newPage();
    await takeLook(page, look);
    await logIn(page, await openAccount(made.server.url), { url: made.server.url });
    return page;
  };
  const take = async (page: Page, name: string): Promise<void> => {
    await page.waitForTimeout(600);
    await page.screenshot({ path: join(pictures, `${name}.jpg`), type: 'jpeg', quality: 80 });
  };
  const [light, , , arabic] = looks;
  const page = await open(light!);
  await show(page, made.server.url, '/home');
  await take(page, 'home');
  await show(page, made.server.url, '/contracts');
  await page.getByRole('button', { name: /^Up/ }).click();
  await expect(page.getByText(/^#[\d,]+ · /)).toBeVisible();
  await page.waitForTimeout(8_000);
  await take(page, 'options');
  await page.getByRole('link', { name: 'Receipt', exact: true }).click({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Verify in my browser' }).click();
  await expect(page.getByText('Recomputed in your browser')).toBeVisible();
  await take(page, 'receipt');
  const other = await open(arabic!);
  await show(other, made.server.url, '/home');
  await take(other, 'home-arabic');
});
