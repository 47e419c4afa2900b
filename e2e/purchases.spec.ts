// A coin for a bank transfer on a phone: from the open page as a guest over login and identity to the bank's details, paid, confirmed in
// the console, and on the balance. The page of the order in Arabic and dark as well.
import { expect, test, type Page } from '@playwright/test';
import { openAccount, type Account } from './support/accounts.ts';
import { findShutOut } from './support/axe.ts';
import { judgeShown } from './support/judge.ts';
import { pressFor } from './support/keyboard.ts';
import { sharedServer } from './support/server.ts';
import { jpegPhoto } from '../server/test/support/picture-files.ts';
import { wordsOf } from './support/words.ts';

const server = sharedServer;
let account: Account;
test.beforeAll(async () => {
  account = await openAccount(server.url, '0');
});
test.use({ viewport: { width: 375, height: 812 } });

const say = wordsOf('en');

async function prefer(page: Page, changed: object): Promise<void> {
  await page.evaluate((wanted) => {
    const kept = JSON.parse(localStorage.getItem('candor.preferences') ?? '{"state":{},"version":1}') as { state: object };
    localStorage.setItem('candor.preferences', JSON.stringify({ ...kept, state: { ...kept.state, ...wanted } }));
  }, changed);
  await page.reload();
} // oxfmt-ignore

test(
  'a guest buys USDT for euros, and it is there once an operator has seen the money',
  { tag: '@gate' },
  async ({ page, browser }) => {
    test.slow();
    await page.goto(`${server.url}/#/bugCoin?coin=USDT`);
    await expect(page.getByRole('button', { name: say('purchases.logIn') })).toBeVisible();
    await judgeShown(page, 'buying, as a guest');
    await page.getByRole('button', { name: say('purchases.logIn') }).click();
    await page.getByLabel(say('login.account'), { exact: true }).fill(account.email);
    await page.getByLabel(say('register.password'), { exact: true }).fill(account.password);
    await page.getByRole('button', { name: say('shell.login'), exact: true }).click();
    await expect(page).toHaveURL(/#\/bugCoin/);

    await page.getByRole('button', { name: new RegExp(say('purchases.currency')) }).click();
    await page.getByRole('button', { name: /^EUR/ }).click();
    await page.getByRole('textbox', { name: say('purchases.get') }).fill('100');
    await expect(page.getByRole('textbox', { name: say('purchases.pay') })).not.toHaveValue('');
    await page.getByRole('textbox', { name: say('purchases.pay') }).fill('860');
    await expect(page.getByRole('textbox', { name: say('purchases.get') })).toHaveValue('990');
    await page.getByRole('button', { name: say('purchases.order') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('purchases.verifyNow') })
      .click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await page.getByRole('button', { name: say('purchases.order') }).click();

    await expect(page).toHaveURL(/#\/bankInfo\?id=pur_/);
    await expect(page.getByRole('img', { name: say('purchases.code') })).toBeVisible();
    const reference = (await page.getByText(/^RF\d\d [A-Z0-9 ]{14}$/).innerText()).replaceAll(' ', '');
    await expect(page.getByRole('timer')).toContainText(/\d/);
    await judgeShown(page, 'the bank’s details');
    await prefer(page, { theme: 'dark', language: 'ar' });
    await expect(page.getByText(wordsOf('ar')('purchases.payTo')).first()).toBeVisible();
    await judgeShown(page, 'the bank’s details in Arabic, dark');
    await prefer(page, { theme: 'light', language: 'en' });
    await expect(page.getByRole('timer'), 'the countdown goes on').toContainText(/\d/);

    const file = { name: 'proof.jpg', mimeType: 'image/jpeg', buffer: await jpegPhoto({ seed: 7 }) };
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByText(say('purchases.proofKept'))).toBeVisible();
    await page.getByRole('button', { name: say('purchases.paid') }).click();
    await expect(page.getByText(say('purchases.note_paid'))).toBeVisible();

    const desk = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    await confirmInConsole(desk, reference);
    await desk.close();
    await expect(page.getByText(say('purchases.note_completed'))).toBeVisible();
    await page.goto(`${server.url}/#/bills`);
    await expect(page.getByText(say('assets.billBought')).first()).toBeVisible();
    await expect(page.getByText('990', { exact: false }).first()).toBeVisible();
    await expect(page.getByText(/≈ .*USD/).first()).toBeVisible();
    await judgeShown(page, 'bills with their total');
    await page.goto(`${server.url}/#/bugCoin`);
    await expect(page.getByText(say('purchases.state_completed'))).toBeVisible();
  },
);

/** The statement names the order; one operator imports it, and the treasurer confirms by its line. */
async function confirmInConsole(page: Page, reference: string): Promise<void> {
  const signIn = async (role: RegExp): Promise<void> => {
    await page.context().clearCookies();
    await page.goto(server.consoleUrl);
    await page.reload();
    await page.getByRole('button', { name: role }).first().click();
    await expect(page.getByRole('button', { name: role })).toHaveCount(0);
  };
  await signIn(/risk/i);
  await page.goto(`${server.consoleUrl}/#/transfers`);
  const statement = `Date,Amount,Currency,Payer,Text\n2026-11-23,860.00,EUR,Jane Doe,coins ${reference}\n2026-11-23,12.50,EUR,=1+1,none\n`;
  for (const said of ['2 of them new, 1 matched', '0 of them new, 1 matched']) {
    await page.getByRole('button', { name: 'Import a statement' }).click();
    await page.locator('input[type=file]').setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(statement) });
    await page.getByRole('dialog').getByRole('button', { name: 'Import a statement' }).click();
    await expect(page.getByText(said)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(await findShutOut(page)).toEqual([]);
  await signIn(/treasurer/i);
  await page.goto(`${server.consoleUrl}/#/transfers`);
  await page.getByRole('link', { name: 'Order', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Transfers that may be its own' })).toBeVisible();
  await expect(page.getByText('Jane Doe')).toBeVisible();
  expect(await findShutOut(page)).toEqual([]);
  await pressFor(page, 'Confirm', 'a');
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('No line of a statement says that the money came.', { exact: false })).toBeVisible();
  await panel.getByLabel('Line of a statement').selectOption({ index: 1 });
  await panel.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Confirmed. The coin is the customer’s.')).toBeVisible();
} // oxfmt-ignore
