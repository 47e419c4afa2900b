// A machine whose only face is a wide one, as a Debian with nothing but its browser: the longest words, twice as large, still fit.
import { expect, test, type Page } from '@playwright/test';
import { logIn } from './support/accounts.ts';
import { screensForCustomers, screensForGuests, openWithOrder, takeLook } from './support/screens.ts';
import { expectNothingCut } from './support/cut-texts.ts';
import { largeFont } from './support/large-font.ts';

const { FONTCONFIG_FILE, CANDOR_WIDE_FONTS } = process.env;
test.use({
  launchOptions: { ...largeFont, env: { ...process.env, FONTCONFIG_FILE: CANDOR_WIDE_FONTS ?? FONTCONFIG_FILE } },
});
test.skip(!CANDOR_WIDE_FONTS, 'DejaVu Sans is not here');

test('a doubled font of a wide face fits on every screen in German', async ({ page }) => {
  const made = await openWithOrder();
  await takeLook(page, { name: 'wide', language: 'de-CH', theme: 'light' });
  await page.goto(`${made.server.url}/#/help`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => facesOf(page)).toEqual(['DejaVu Sans']);
  for (const path of screensForGuests) await expectNothingCut(page, { url: made.server.url, path });
  await logIn(page, made.account, { url: made.server.url });
  for (const path of screensForCustomers) await expectNothingCut(page, { url: made.server.url, path });
});

/** What the letters of the page's heading are really drawn with. */
async function facesOf(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  for (const domain of ['DOM', 'CSS'] as const) await devtools.send(`${domain}.enable`);
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  await devtools.detach();
  return [...new Set(fonts.map(({ familyName }) => familyName))];
}
