// The experience account on a phone, in English and in Arabic: what stands against it, opened with a password of its own, and logged in to
// by its number.
import { parseWireId, verifyMe } from '@candor/wire';
import { expect, test, type Page } from '@playwright/test';
import { openPool } from '../server/src/kit/postgres.ts';
import { logIn, logInByForm, need, openAccount, type Account } from './support/accounts.ts';
import { judgeShown } from './support/judge.ts';
import { show } from './support/screens.ts';
import { startServer, type TestServer } from './support/server.ts';
import { prefer } from './support/watch.ts';
import { startsWith, wordsOf } from './support/words.ts';

let server: TestServer;
let inviter: Account;
test.beforeAll(async () => {
  server = await startServer();
  inviter = await openAccount(server.url, '0');
  await inDatabase(`insert into experience_terms (version, amount, daily_max) values (2, 100, 50)`);
});
test.afterAll(() => server.stop());
test.use({ viewport: { width: 375, height: 812 } });

const password = 'lark wren and heron';

for (const language of ['en', 'ar'] as const) {
  test(`it is opened once the identity is verified, in ${language}`, async ({ page, browser }) => {
    test.slow();
    const say = wordsOf(language);
    const account = await invited();
    await prefer(page, { language });
    await logIn(page, account, { url: server.url });
    await show(page, server.url, '/personal');
    const card = page.getByRole('region', { name: say('personal.experience') });
    await expect(card).toContainText(say('personal.experienceUnverified'));
    await judgeShown(page, `an experience account before its identity is verified, in ${language}`);

    need(await account.client.call(verifyMe, {}));
    const open = card.getByRole('button', { name: say('personal.experienceOpen') });
    // A session that was looked up before is trusted for two seconds.
    await expect(async () => {
      await page.reload();
      await expect(open).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await judgeShown(page, `an experience account on offer, in ${language}`);
    await open.click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel(say('personal.experiencePassword')).fill(password);
    await judgeShown(page, `the password of an experience account, in ${language}`);
    await sheet.getByRole('button', { name: say('personal.experienceOpen') }).click();
    await expect(sheet).toBeHidden();
    const said = card.getByText(startsWith(say('personal.experienceLogIn')));
    await expect(said).toBeVisible();
    await judgeShown(page, `an experience account that is open, in ${language}`);

    const [number] = /\d{5,}/.exec(await said.innerText())!;
    await expectLogin(await (await browser.newContext()).newPage(), { ...account, email: number, password });
  });
}

/** By its number, into what it begins with. */
async function expectLogin(page: Page, account: Account): Promise<void> {
  await logInByForm(page, account, { url: server.url });
  await show(page, server.url, '/asset');
  await expect(page.getByRole('region', { name: 'Total', exact: true })).toContainText('100.00');
  await page.context().close();
}

/** Through somebody's link, with no test money. */
async function invited(): Promise<Account> {
  const account = await openAccount(server.url, '0');
  const [own, theirs] = [account, inviter].map(({ accountId }) => parseWireId('account', accountId));
  await inDatabase('update accounts set referrer_id = $2 where account_id = $1', own, theirs);
  return account;
}

async function inDatabase(sql: string, ...values: unknown[]): Promise<void> {
  const pool = openPool(server.adminUrl, 1);
  await pool.query(sql, values);
  await pool.end();
}
