// Staking from the terms to a close before its time.
import { expect, test } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { fact } from './support/facts.ts';
import { judgeShown } from './support/judge.ts';
import { sharedServer } from './support/server.ts';
import { stake } from './support/staking.ts';

const server = sharedServer;

test(
  'staked it shows its income; closed early it says before what is given up, and nothing more comes',
  { tag: '@gate' },
  async ({ page }) => {
    const account = await openAccount(server.url);
    await logIn(page, account, { url: server.url });
    await stake(page, server.url, { term: '30 days', amount: '400' });
    await expect(fact(page, 'Income in total')).toHaveText('4.80USDT');
    await expect(fact(page, 'Income paid')).toContainText('0.00USDT');
    await judgeShown(page, 'a pledge');
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
  },
);
