// Staking from the terms to its end: income day by day on a server whose clock is moved, and a close before its time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { logIn, openAccount, type Account } from './support/accounts.ts';
import { judgeShown } from './support/judge.ts';
import { startServer, type TestServer } from './support/server.ts';

const dayMs = 86_400_000;
const directory = mkdtempSync(join(tmpdir(), 'candor-clock-'));
const clockFile = join(directory, 'ahead');

let server: TestServer;
let account: Account;
test.beforeAll(async () => {
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

const fact = (page: Page, label: string) =>
  page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).locator('dd');

async function stake(page: Page, term: string, amount: string): Promise<void> {
  await page.goto(`${server.url}/#/myPledge`);
  await page
    .getByRole('list', { name: 'Terms' })
    .getByRole('link', { name: new RegExp(`^${term}`) })
    .click();
  await page.getByLabel(/^Amount/).fill(amount);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Stake now' }).click();
  await expect(page).toHaveURL(/#\/pledge\/plg_/);
}

test('staked for a week it pays each day at its hour and comes back at the end', { tag: '@gate' }, async ({ page }) => {
  await logIn(page, account, { url: server.url });
  await stake(page, '7 days', '500');
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

test('closed early it says before what is given up, and nothing more comes', async ({ page }) => {
  await logIn(page, account, { url: server.url });
  await stake(page, '30 days', '400');
  await page.getByText('Stake again at the end').click();
  await expect(page.getByRole('switch', { name: 'Stake again at the end' })).toBeChecked();
  await page.getByRole('button', { name: 'Close early' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Income you give up');
  await expect(question).toContainText('4.80USDT');
  await judgeShown(page, 'a question before closing');
  await question.getByRole('button', { name: 'Close early' }).click();
  await expect(page.getByText('Closed early')).toBeVisible();
  await page.goto(`${server.url}/#/myPledgeMx`);
  await page.getByRole('tab', { name: 'Movements' }).click();
  await expect(page.getByRole('tabpanel').getByRole('link').first()).toContainText('Returned');
});
