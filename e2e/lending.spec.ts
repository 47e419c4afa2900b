// Borrowing on a phone: calculated as a guest, asked for by a customer whose identity is certified on the way, approved at the console while
// the page is open, and paid back early.
import { approveLoan, createConsoleClient, listLoans, tryRole, type ConsoleClient } from '@candor/wire';
import { expect, test, type Page } from '@playwright/test';
import { need, openAccount } from './support/accounts.ts';
import { fact } from './support/facts.ts';
import { judgeShown } from './support/judge.ts';
import { sharedServer } from './support/server.ts';
import { wordsOf, type Say } from './support/words.ts';

const server = sharedServer;
let operator: ConsoleClient;
test.beforeAll(async () => {
  operator = createConsoleClient({ baseUrl: server.consoleUrl, keepsCookies: true });
  need(await operator.call(tryRole, { role: 'treasurer' }));
});
test.use({ viewport: { width: 375, height: 812 } });

async function approve(accountId: string): Promise<void> {
  const { RESULT_LIST } = need(await operator.call(listLoans, { state: 'review' }));
  const { loan_id: id } = RESULT_LIST.find(({ account_id: owner }) => owner === accountId)!;
  need(await operator.call(approveLoan, { loan_id: id }));
}

const speak = (page: Page, language: string) =>
  page.addInitScript((chosen) => localStorage.setItem('candor.preferences', JSON.stringify({ state: { language: chosen }, version: 1 })), language); // oxfmt-ignore

async function calculate(page: Page, say: Say): Promise<void> {
  await page.goto(`${server.url}/#/borrow`);
  await page
    .getByRole('radiogroup', { name: say('lending.term') })
    .getByRole('radio')
    .nth(1)
    .check();
  await page.getByLabel(say('lending.amount'), { exact: true }).fill('200');
  await expect(fact(page, say('lending.cost'))).toContainText('6.60');
  await expect(fact(page, say('lending.total'))).toContainText('206.60');
}

test(
  'a guest calculates, comes in, is certified, accepts the agreement, is paid out and pays back early',
  { tag: '@gate' },
  async ({ page }) => {
    test.slow();
    const say = wordsOf('en');
    const account = await openAccount(server.url, '50');
    await calculate(page, say);
    await judgeShown(page, 'terms and calculator of a guest');
    await page.getByRole('link', { name: say('shell.login'), exact: true }).click();
    await page.getByLabel(say('login.account'), { exact: true }).fill(account.email);
    await page.getByLabel(say('register.password'), { exact: true }).fill(account.password);
    await page.getByRole('button', { name: say('shell.login'), exact: true }).click();

    await expect(page.getByLabel(say('lending.amount'), { exact: true })).toHaveValue('200');
    await page.getByRole('button', { name: say('lending.continue') }).click();
    const prompt = page.getByRole('alertdialog');
    await expect(prompt).toContainText(say('lending.verifyTitle'));
    await prompt.getByRole('button', { name: say('lending.verifyNow') }).click();
    await expect(prompt).toBeHidden();
    await expect(fact(page, say('lending.limit'))).toContainText('500.00');
    await judgeShown(page, 'a limit with its parts');

    await page.getByRole('button', { name: say('lending.continue') }).click();
    await expect(page.getByText('In month 3: 206.60 USDT')).toBeVisible();
    await expect(page.getByText(say('lending.digestTrue'))).toBeVisible();
    await judgeShown(page, 'an agreement');
    expect((await page.pdf()).length, 'it can be printed').toBeGreaterThan(10_000);
    const apply = page.getByRole('button', { name: say('lending.apply') });
    await expect(apply).toBeDisabled();
    await page.getByRole('checkbox').check();
    await apply.click();
    await expect(page).toHaveURL(/#\/borrowed\/lon_/);
    await expect(page.getByText(say('lending.review'), { exact: true })).toBeVisible();

    await approve(account.accountId);
    await expect(fact(page, say('lending.owed'))).toContainText('202.20');
    await judgeShown(page, 'what is owed');
    await page.getByRole('button', { name: say('lending.payBack') }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('4.40');
    await question.getByRole('button', { name: say('lending.payBack') }).click();
    await expect(fact(page, say('lending.paidCost'))).toContainText('2.20');
    await page.getByRole('link', { name: say('lending.accepted') }).click();
    await expect(page.getByText(say('lending.digestTrue'))).toBeVisible();
    await page.goto(`${server.url}/#/borrowhistory`);
    await expect(page.getByRole('link', { name: new RegExp(say('lending.repaid')) })).toBeVisible();
  },
);

for (const language of ['ar', 'ja'] as const) {
  test(`terms and calculator in ${language}`, async ({ page }) => {
    await speak(page, language);
    const say = wordsOf(language);
    await calculate(page, say);
    await judgeShown(page, `terms and calculator in ${language}`);
  });
}
