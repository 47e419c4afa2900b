// Questions, sheets, tabs and radio buttons without a mouse: the focus goes in, stays, and comes back.
import { expect, test } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { keepsFocus, tabTo } from './support/keyboard.ts';
import { show } from './support/screens.ts';
import { openedSheet } from './support/sheets.ts';
import { sharedServer } from './support/server.ts';
import { prefer } from './support/watch.ts';

const server = sharedServer;

test('a question keeps the focus until it is answered or left, and gives it back', async ({ page }) => {
  await logIn(page, await openAccount(server.url), { url: server.url });
  await show(page, server.url, '/personal');
  const ask = page.getByRole('button', { name: 'Log out' });
  const question = page.getByRole('alertdialog');
  await tabTo(page, ask);
  await page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  await keepsFocus(page, question, ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(ask).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, question.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(ask).toBeFocused();
});

for (const [language, on] of [
  ['en', 'ArrowRight'],
  ['ar', 'ArrowLeft'],
] as const) {
  test(`arrows go along tabs and radio buttons as one reads: ${language}`, async ({ page }) => {
    await prefer(page, { language, theme: 'system' });
    await show(page, server.url, '/register');
    const tabs = page.getByRole('tab');
    await tabTo(page, tabs.first());
    await page.keyboard.press(on);
    await expect(tabs.nth(1)).toBeFocused();
    await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('input[type=tel]')).toBeVisible();
    await show(page, server.url, '/appearance');
    const themes = page.getByRole('radiogroup').first().getByRole('radio');
    await tabTo(page, themes.first());
    await page.keyboard.press(on);
    await expect(themes.nth(1)).toBeChecked();
    await expect(themes.nth(1)).toBeFocused();
  });
}

test('a country is found and chosen without a mouse', async ({ page }) => {
  await show(page, server.url, '/register');
  await tabTo(page, page.getByRole('tab').first());
  await page.keyboard.press('ArrowRight');
  const country = page.getByRole('button', { name: /Country or region/ });
  await tabTo(page, country);
  await page.keyboard.press('Space');
  const sheet = page.getByRole('dialog');
  await tabTo(page, sheet.getByRole('searchbox'));
  await page.keyboard.type('971');
  await expect(sheet.getByRole('listitem')).toHaveCount(1);
  await tabTo(page, sheet.getByRole('button', { name: /Emirates/ }));
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveCount(0);
  await expect(country).toBeFocused();
  await expect(page.getByText('+971')).toBeVisible();
});

test('a code that was taken leads to the password as soon as its sheet is gone, and then leaves the focus alone', async ({
  page,
}) => {
  await page.clock.install();
  await show(page, server.url, '/register');
  await page.getByLabel('E-mail address').fill('typing@example.com');
  await page.getByRole('button', { name: 'Send code' }).click();
  const looks = await page.evaluateHandle(() => {
    const seen: string[] = [];
    addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLButtonElement)
        seen.push(target.name || target.innerText);
    });
    return seen;
  });
  await page.getByRole('button', { name: 'Show the message' }).click();
  const code = (await openedSheet(page)).getByRole('button', { name: /^Use code/ });
  await code.focus();
  await looks.evaluate((seen) => seen.splice(0));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.clock.runFor(1_000);
  expect(await looks.jsonValue()).toEqual(['password']);
});
