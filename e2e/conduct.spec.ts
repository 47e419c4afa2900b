// What an operator tightens shows at once, in a page that was open all the while.
import { expect, test } from '@playwright/test';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { logIn } from './support/accounts.ts';
import { cards, openPosition, openVerified } from './support/contracts.ts';
import { startServer, type TestServer } from './support/server.ts';
import { watch } from './support/watch.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test('a stricter profile takes options away, lowers the lever and warns, while one is looking', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await logIn(page, await openVerified(server.url), { url: server.url });
  await page.goto(`${server.url}/#/contracts`);
  const seconds = page.getByRole('radio', { name: 'Seconds' });
  await expect(seconds).toBeChecked();
  await expect(page.getByRole('button', { name: /^Up/ })).toBeVisible();

  await chooseConduct('strict');
  await expect(seconds).toBeDisabled();
  await expect(page.getByRole('radio', { name: 'CFD' })).toBeChecked();
  await expect(page.getByRole('button', { name: /^Up/ })).toBeHidden();

  await page.getByRole('button', { name: 'Long', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('CFDs are complex instruments');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await openPosition(page, { side: 'long', sheets: 1 });
  await expect(cards(page, 'long')).toContainText('2×');
  await expectNothingWrong();
});

/** As an operator does it. */
async function chooseConduct(jurisdiction: string): Promise<void> {
  const program = join(import.meta.dirname, '../server/src/choose-conduct.ts');
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...server.environment };
  await promisify(execFile)(process.execPath, [program, 'choose', jurisdiction], { env });
}
