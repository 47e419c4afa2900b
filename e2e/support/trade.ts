// The main job's middle and end, in whatever language the page speaks.
import { expect, type Page } from '@playwright/test';
import { startsWith, wordsOf, type Language } from './words.ts';

/** From the ticket: stakes 10 on "up" for the shortest time, sees it end and paid, and verifies it. */
export async function tradeAndVerify(page: Page, language: Language): Promise<void> {
  const say = wordsOf(language);
  await page.getByRole('radio', { name: '10', exact: true }).check();
  const receipt = page.getByRole('link', { name: say('options.receipt'), exact: true });
  // A machine that is busy with others may have no newest price for a while: then it is asked for again.
  await expect(async () => {
    await page.getByRole('button', { name: startsWith(say('options.up')) }).click({ timeout: 5_000 });
    // A short one may be over before a busy machine has shown that it runs.
    await expect(page.getByRole('timer').or(receipt).first()).toBeAttached({ timeout: 10_000 });
  }).toPass();
  await expect(receipt).toBeVisible({ timeout: 120_000 });
  const card = page.getByRole('main').filter({ has: receipt });
  await expect(card).toContainText(new RegExp(['win', 'lose', 'tie'].map((result) => say(`options.result_${result}`)).join('|'))); // oxfmt-ignore
  await receipt.click();
  await page.getByRole('button', { name: say('receipts.verify') }).click();
  await expect(page.getByText(say('receipts.verified'))).toBeVisible();
}
