// A document that certifies another account, in the browser: one proposes it, and another sees it by a claim of the proposal and approves.
import { approveIdentity, claimIdentityCase, createConsoleClient, getAuthentication, insertAuthentication, listIdentityCases, readAuditLog, tryRole } from '@candor/wire'; // oxfmt-ignore
import type { ConsoleClient, OperatorRole } from '@candor/wire';
import { expect, test, type Page } from '@playwright/test';
import { uploadPhoto } from '../server/test/support/picture-files.ts';
import { need, openAccount, type Account } from './support/accounts.ts';
import { judgeThemes } from './support/judge.ts';
import { pressFor } from './support/keyboard.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
test.use({ viewport: { width: 1200, height: 800 } });
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

async function as(role: OperatorRole): Promise<ConsoleClient> {
  const client = createConsoleClient({ baseUrl: server.consoleUrl, keepsCookies: true });
  need(await client.call(tryRole, { role, person: 2 }));
  return client;
}

async function tryAs(page: Page, person: string): Promise<void> {
  await page.goto(server.consoleUrl);
  await page.getByRole('button', { name: person }).click();
  await expect(page.getByRole('navigation', { name: 'Places' })).toBeVisible();
}

let seed = 51;
/** Hands in the document that all have. */
async function handIn(account: Account, name: string): Promise<void> {
  const [front, back] = [
    await uploadPhoto(server.url, account.client, seed++),
    await uploadPhoto(server.url, account.client, seed++),
  ];
  const document = { account_id: account.accountId, country: 'JP', document_kind: 'identity-card', document_number: 'EF 123456', name, birth_date: '1990-05-17', front, back } as const; // oxfmt-ignore
  need(await account.client.call(insertAuthentication, document));
}

test('who approves a document that another account has sees it first, and leaves one look in the log', async ({
  page,
  browser,
}) => {
  const [first, other] = [await openAccount(server.url, '0'), await openAccount(server.url, '0')];
  const reviewer = await as('identity-reviewer');
  await handIn(first, 'Ann Lee');
  const { RESULT_LIST } = need(await reviewer.call(listIdentityCases, { state: 'review' }));
  const named = { case_id: RESULT_LIST[0]!.case_id };
  need(await reviewer.call(claimIdentityCase, named));
  need(await reviewer.call(approveIdentity, named));
  await handIn(other, 'Bo Ek');

  await tryAs(page, 'Identity reviewer 1');
  await page.goto(`${server.consoleUrl}/#/identity`);
  await page.getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByText('Claim the case to see')).toBeVisible();
  await pressFor(page, 'Claim', 'c');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('certifies another account already')).toBeVisible();
  await pressFor(page, 'Approve', 'a');
  await page.getByRole('dialog').getByRole('button', { name: 'Propose to another person' }).click();
  await page.getByRole('button', { name: 'Look at the facts' }).click();
  await page.getByLabel('Why').fill('moved to a new account');
  await page.getByRole('button', { name: 'Propose to another person' }).click();
  await expect(page.getByText('You proposed this')).toBeVisible();

  const second = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  await tryAs(second, 'Administrator 1');
  await second.goto(page.url());
  await expect(second.getByText('Claim the proposal to see the document')).toBeVisible();
  await pressFor(second, 'Approve', 'a');
  await expect(second.getByRole('dialog', { name: 'Approve' })).toBeVisible();
  await second.keyboard.press('Enter');
  await expect(second.getByText('Claim it first')).toBeVisible();
  await pressFor(second, 'Claim', 'c');
  await expect(second.getByRole('dialog', { name: 'Claim' })).toBeVisible();
  await second.keyboard.press('Enter');
  await expect(second.getByText('EF123456')).toBeVisible();
  for (const side of ['Front', 'Back', 'Front, certified', 'Back, certified']) {
    const picture = second.getByRole('img', { name: side, exact: true });
    await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(100);
  }
  for (const width of [1200, 768]) {
    await second.setViewportSize({ width, height: 800 });
    await judgeThemes(second, `a document at ${width} px`);
    expect(await second.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  // The act is asked for again and again, the document is not.
  const id = page.url().split('/').at(-1)!;
  for (let read = 0; read < 2; read++) await second.waitForResponse((response) => response.url().endsWith(`/api/acts/${id}`)); // oxfmt-ignore
  const auditor = await as('auditor');
  const looks = async (act: string, account = other): Promise<number> =>
    need(await auditor.call(readAuditLog, { subject: account.accountId, act })).entries.filter(({ detail }) => detail.includes(id)).length; // oxfmt-ignore
  expect(await looks('identity-case-viewed')).toBe(1);
  expect(await looks('identity-picture-viewed')).toBe(2);
  expect(await looks('identity-picture-viewed', first)).toBe(2);
  await pressFor(second, 'Approve', 'a');
  await expect(second.getByRole('dialog', { name: 'Approve' })).toBeVisible();
  await second.keyboard.press('Enter');
  await expect(second).not.toHaveURL(page.url());
  expect(need(await other.client.call(getAuthentication, { account_id: other.accountId })).status).toBe('2');
  await second.close();
});
