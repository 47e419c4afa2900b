// Staking for a week: income day by day on a server whose clock is moved, and the principal at its end.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { logIn, openAccount, type Account } from './support/accounts.ts';
import { fact } from './support/facts.ts';
import { judgeShown } from './support/judge.ts';
import { startServer, type TestServer } from './support/server.ts';
import { stake } from './support/staking.ts';

const dayMs = 86_400_000;
let directory: string;
let clockFile: string;
let server: TestServer;
let account: Account;
test.beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'candor-clock-'));
  clockFile = join(directory, 'ahead');
  const preload = pathToFileURL(join(import.meta.dirname, 'support/moved-clock.mjs')).href;
  server = await startServer({ NODE_OPTIONS: `--import=${preload}`, MOVED_CLOCK_FILE: clockFile });
  account = await openAccount(server.url);
});
test.afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true });
});

/** The server comes back that much later, when the person has to log in again. */
async function moveClock(page: Page, days: number): Promise<void> {
  const { hash } = new URL(page.url());
  await server.kill('SIGTERM');
  writeFileSync(clockFile, String(days * dayMs));
  await server.start();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/${hash}`);
}

test('staked for a week it pays each day at its hour and comes back at the end', async ({ page }) => {
  await logIn(page, account, { url: server.url });
  await stake(page, server.url, { term: '7 days', amount: '500' });
  await expect(fact(page, 'Income in total')).toHaveText('0.70USDT');
  await expect(fact(page, 'Income paid')).toContainText('0.00USDT');
  await judgeShown(page, 'a pledge');

  await moveClock(page, 3);
  await expect(fact(page, 'Income paid')).toContainText('0.30USDT');
  await expect(fact(page, 'Income paid')).toContainText('Day 3 of 7');
  await page.goto(`${server.url}/#/myPledge`);
  await expect(page.getByRole('img', { name: 'Income of the last 30 days' })).toBeVisible();

  await moveClock(page, 8);
  await page.getByRole('tab', { name: 'Complete' }).click();
  await page.getByRole('tabpanel').getByRole('link').click();
  await expect(fact(page, 'Income paid')).toContainText('0.70USDT');
  await expect(page.getByRole('button', { name: 'Close early' })).toHaveCount(0);
});
