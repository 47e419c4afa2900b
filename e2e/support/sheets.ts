// Panels that come up from the bottom take the focus when they are there, and give it on when they are gone: whoever types looks first.
import { expect, type Locator, type Page } from '@playwright/test';
import { holdsFocus } from './keyboard.ts';

/** The one that was just opened, once it has the focus. */
export async function openedSheet(page: Page): Promise<Locator> {
  const sheet = page.getByRole('dialog');
  await expect.poll(() => sheet.evaluate(holdsFocus)).toBe(true);
  return sheet;
}

/**
 * Takes the code out of the message that the demo shows, and goes on in the next field: the password's where an account is opened.
 * Of a screen that sent several, `place` says which from the top.
 */
export async function takeSentCode(page: Page, nextField = 'Password', place = 0): Promise<void> {
  await page.getByRole('button', { name: 'Show the message' }).nth(place).click();
  const sheet = await openedSheet(page);
  await sheet.getByRole('button', { name: /^Use code/ }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByLabel(nextField, { exact: true })).toBeFocused();
}

/** All that is asked for an account besides the address, which is there already: it is left to press the button. */
export async function fillRegistration(page: Page, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Send code' }).click();
  await takeSentCode(page);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Repeat password', { exact: true }).fill(password);
  await page.getByRole('checkbox').check();
}
