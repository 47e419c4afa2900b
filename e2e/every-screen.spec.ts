// Every screen, light and from left to right, dark and from right to left: nobody is shut out, nothing is cut off, nothing goes wrong.
import { expect, test, type Page } from '@playwright/test';
import { isGate } from '../server/test/run/which-run.ts';
import { logIn } from './support/accounts.ts';
import { judgeShown } from './support/judge.ts';
import { isSettled } from './support/option-order.ts';
import { looks, screensForCustomers, screensForGuests, show, openWithOrder, takeLook } from './support/screens.ts';
import { watch } from './support/watch.ts';

test.describe.configure({ mode: 'parallel' });

let made: Awaited<ReturnType<typeof openWithOrder>>;
test.beforeAll(async () => {
  made = await openWithOrder();
});

/** The gate looks at a screen once: as a customer sees it where it has something for customers. */
const forGuests = isGate ? screensForGuests.filter((path) => !screensForCustomers.includes(path)) : screensForGuests;

/** In two parts, which two workers take. */
const half = Math.ceil(screensForCustomers.length / 2);
const forCustomers = { first: screensForCustomers.slice(0, half), others: screensForCustomers.slice(half) };

for (const look of looks) {
  test(`nobody is shut out: ${look.name}`, { tag: look.name === 'light' ? '@gate' : [] }, async ({ page }) => {
    test.setTimeout(600_000);
    const expectNothingWrong = watch(page, made.server.url, { hasUnknownIds: true });
    await takeLook(page, look);
    for (const path of forGuests) await judge(page, path);
    await expectNothingWrong();
  });

  test(`nobody is shut out from the kit: ${look.name}`, async ({ page }) => {
    test.setTimeout(600_000);
    const expectNothingWrong = watch(page, made.server.url);
    await takeLook(page, look);
    await show(page, made.server.url, '/dev/kit');
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      await judgeShown(page, `the kit's ${await tab.innerText()}`);
    }
    await page.getByRole('tab').first().click();
    for (const panel of ['Sheet', 'Dialog', 'Danger']) await judgeOpen(page, panel);
    await expectNothingWrong();
  });

  for (const [which, screens] of Object.entries(forCustomers)) {
    test(
      `no customer is shut out, ${which}: ${look.name}`,
      { tag: look.name === 'light' ? '@gate' : [] },
      async ({ page }) => {
        test.setTimeout(600_000);
        const { server, account, orderId } = made;
        const expectNothingWrong = watch(page, server.url, { hasUnknownIds: true });
        await takeLook(page, look);
        await logIn(page, account, { url: server.url });
        for (const path of screens) await judge(page, path);
        if (screens === forCustomers.others) {
          await expect.poll(() => isSettled(account, orderId), { timeout: 120_000 }).toBe(true);
          await judge(page, `/receipt/option/${orderId}`);
        }
        await expectNothingWrong();
      },
    );
  }
}

async function judge(page: Page, path: string): Promise<void> {
  await show(page, made.server.url, path);
  await judgeShown(page, path);
}

/** A panel over the page, opened by the button of its name. */
async function judgeOpen(page: Page, panel: string): Promise<void> {
  await page.getByRole('button', { name: panel, exact: true }).last().click();
  await expect(page.locator('[role=dialog], [role=alertdialog]').first()).toBeVisible();
  await judgeShown(page, `the kit's open ${panel}`);
  await page.keyboard.press('Escape');
  await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0);
}
