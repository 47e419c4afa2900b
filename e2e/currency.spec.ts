// The money of a country is chosen among the settings, and every total is said in it besides USDT, on this device from then on.
import { expect, test, type Page } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { judgeShown } from './support/judge.ts';
import { show } from './support/screens.ts';
import { sharedServer } from './support/server.ts';
import { wordsOf } from './support/words.ts';

const server = sharedServer;
const say = wordsOf('en');
test.use({ viewport: { width: 375, height: 812 } });

const pages = ['/home', '/asset', '/bills'];

async function choose(page: Page, code: string): Promise<void> {
  await show(page, server.url, '/appearance');
  const picker = page.getByRole('button', { name: new RegExp(`^${say('personal.currency')}`) });
  await picker.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${code}`) })
    .click();
  await expect(picker).toContainText(code);
}

/** A thousand test USDT, by the rates of a demo. */
async function expectTotals(page: Page, total: string): Promise<void> {
  for (const path of pages) {
    await show(page, server.url, path);
    const said = page.getByText(total, { exact: true }).filter({ visible: true }).first();
    await expect(said, path).toBeVisible();
    await expect(said.locator('..'), path).toContainText(say('ui.sampleRate'));
    await judgeShown(page, `${path} with ${total}`);
  }
}

test('totals are said in the chosen money, with its own decimals, until balances are hidden', async ({ page }) => {
  test.slow();
  await logIn(page, await openAccount(server.url), { url: server.url });
  await choose(page, 'CHF');
  await expectTotals(page, '≈ 800.00 CHF');
  await choose(page, 'JPY');
  await expectTotals(page, '≈ 152,000 JPY');
  await page.reload();
  await expectTotals(page, '≈ 152,000 JPY');

  await show(page, server.url, '/appearance');
  await page.getByRole('switch', { name: say('ui.hideBalances') }).press('Space');
  for (const path of pages) {
    await show(page, server.url, path);
    await expect(page.getByText(/≈ .* JPY/).filter({ visible: true }), path).toHaveCount(0);
  }
});
