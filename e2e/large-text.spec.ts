// Who sets the browser's font twice as large reads every text, and scrolls in one direction only.
import { expect, test } from '@playwright/test';
import { logIn } from './support/accounts.ts';
import { screensForCustomers, screensForGuests, openWithOrder, takeLook } from './support/screens.ts';
import { expectNothingCut } from './support/cut-texts.ts';
import { largeFont } from './support/large-font.ts';

test.use({ launchOptions: largeFont });
// Each language looks at every screen: minutes, one after another.
test.describe.configure({ mode: 'parallel' });

let made: Awaited<ReturnType<typeof openWithOrder>>;
test.beforeAll(async () => {
  made = await openWithOrder();
});

// The longest words are German's, Arabic runs the other way, and Japanese breaks between letters.
for (const language of ['en', 'de-CH', 'ar', 'ja'] as const) {
  test(`a doubled font fits on every screen: ${language}`, async ({ page }) => {
    await takeLook(page, { name: language, language, theme: 'light' });
    await page.goto(`${made.server.url}/#/home`);
    const size = await page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize));
    expect(size).toBe(28);
    for (const path of screensForGuests) await expectNothingCut(page, { url: made.server.url, path });
    await logIn(page, made.account, { url: made.server.url });
    for (const path of screensForCustomers) await expectNothingCut(page, { url: made.server.url, path });
  });
}
