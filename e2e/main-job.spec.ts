// What the product is for, from the first visit to a receipt that the browser has recomputed.
import { expect, test } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { fillRegistration } from './support/sheets.ts';
import { sharedServer } from './support/server.ts';
import { prefer, watch } from './support/watch.ts';
import { tradeAndVerify } from './support/trade.ts';
import { wordsOf, type Language } from './support/words.ts';

const server = sharedServer;

test(
  'a newcomer registers, gets test money, stakes, is paid and verifies the receipt',
  { tag: '@gate' },
  async ({ page }) => {
    const expectNothingWrong = watch(page, server.url);
    await page.goto(server.url);
    await page
      .getByRole('link', { name: wordsOf('en')('ui.openAccount') })
      .first()
      .click();
    await page.getByLabel('E-mail address').fill('newcomer@example.com');
    await fillRegistration(page, 'correct horse');
    await page.getByRole('button', { name: 'Open account' }).click();

    await expect(page).toHaveURL(/#\/home$/);

    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Treaty' }).click();
    // Home has a link of this name too, and stays until this page has come.
    await expect(page.getByRole('button', { name: /^Up/ })).toBeVisible();
    await page.getByRole('link', { name: 'Get test money' }).click();
    await page.getByRole('button', { name: 'Get 1,000 USDT' }).click();
    await expect(page.getByText(/You now have.*1,000/)).toBeVisible();
    await page.getByRole('link', { name: 'Trade', exact: true }).click();
    await tradeAndVerify(page, 'en');
    await expectNothingWrong();
  },
);

test('the same in Arabic in the dark, and in Japanese', async ({ browser }) => {
  const trade = async (language: Language, theme: string): Promise<void> => {
    const context = await browser.newContext({ viewport: { width: 375, height: 812 } });
    const page = await context.newPage();
    await prefer(page, { language, theme });
    const expectNothingWrong = watch(page, server.url);
    await logIn(page, await openAccount(server.url), { url: server.url });
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await page.goto(`${server.url}/#/contracts`);
    await tradeAndVerify(page, language);
    await expectNothingWrong();
    await context.close();
  };
  await Promise.all([trade('ar', 'dark'), trade('ja', 'light')]);
});
