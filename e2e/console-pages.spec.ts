// Every page of the console as the roles have them in the navigation, with rows in each desk and a case of each opened: nobody is shut
// out in either theme, and nothing sticks out on the narrowest screen that the console is made for. A new place is in it by itself.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { askRefill, claimIdentityCase, createConsoleClient, insertAuthentication, listIdentityCases, noteCustomer, operatorRoles, proposeAct, submitOptionsOrder, tryRole } from '@candor/wire'; // oxfmt-ignore
import { expect, test, type Page } from '@playwright/test';
import { writeDeskRows } from '../server/test/support/desk-rows.ts';
import { uploadPhoto } from '../server/test/support/picture-files.ts';
import { need, openAccount } from './support/accounts.ts';
import { findCut } from './support/cut-texts.ts';
import { judgeThemes } from './support/judge.ts';
import { lead } from './support/screens.ts';
import { startServer, type TestServer } from './support/server.ts';

/** Of the demo's sign-in: one of each role, first who sees most. */
const people = ['Administrator 1', 'Treasurer 1', 'Risk 1', 'Support 1', 'Identity reviewer 1', 'Editor 1', 'Auditor 1'] as const; // oxfmt-ignore
/** Pages that no navigation and no row leads to, below the place that does. */
const below: Readonly<Record<string, readonly string[]>> = {
  acts: ['/acts/new?kind=halt-coin&coin=BTC'],
  audit: ['/audit/looks', '/audit/checkpoints'],
  loans: ['/loans/book'],
  settings: ['/settings/option-terms/2'],
  swaps: ['/swaps/inventory'],
};
/** Places without a page for one thing. */
const withoutCase = new Set([
  'overview',
  'trading',
  'conduct',
  'money',
  'journal',
  'open-orders',
  'corrections',
  'operators',
  'access',
  'audit',
  'settings',
  'deliveries',
  'transfers',
  'swaps',
  'refills',
  'currencies',
  'wallets',
]);
const placesCount = globSync('*/*-place.tsx', { cwd: join(import.meta.dirname, '../console/src') }).length;

let server: TestServer;
/** A case that the first reviewer has claimed, and that has its document in common with another one. */
let claimed: string;
/** A customer of whom more was noted than a page begins with. */
let noted: string;
// Some fifty states in two themes take their time on a busy machine.
test.describe.configure({ timeout: 600_000 });
test.use({ viewport: { width: 768, height: 1024 }, reducedMotion: 'reduce' });
test.beforeAll(async () => {
  server = await startServer();
  for (let person = 0; person < 6; person++) {
    const { client, accountId } = await openAccount(server.url);
    const order = { pair_type: 'btcusdt', trade_user_id: accountId, trade_num: '10', option_config_id: '3', trade_transaction_type: 1 } as const; // oxfmt-ignore
    await expect.poll(async () => (await client.call(submitOptionsOrder, order)).ok).toBe(true);
  }
  await writeDeskRows(server.adminUrl, { rows: 30, waiting: 5 });
  const risk = createConsoleClient({ baseUrl: server.consoleUrl, keepsCookies: true });
  need(await risk.call(tryRole, { role: 'risk' }));
  for (const coin of ['BTC', 'ETH', 'DOT'])
    need(await risk.call(askRefill, { coin, amount: '2', why: 'limits wait for it' }));
  for (let place = 0; place < 12; place++)
    need(
      await risk.call(proposeAct, {
        kind: 'halt-coin',
        body: { coin: 'DOT', reason: `a test ${place}` },
        why: 'a test',
      }),
    );
  ({ accountId: noted } = await openAccount(server.url));
  for (let place = 1; place <= 51; place++)
    need(await risk.call(noteCustomer, { account_id: noted, text: `note ${place}` }));
  claimed = await claimTwin();
});
test.afterAll(() => server.stop());

/** Two hand in one document, and the first reviewer claims the second case. */
async function claimTwin(): Promise<string> {
  let accountId = '';
  for (const [seed, name] of ['Ann Lee', 'Bo Ek'].entries()) {
    const account = await openAccount(server.url);
    ({ accountId } = account);
    const front = await uploadPhoto(server.url, account.client, 61 + seed);
    const document = { account_id: accountId, country: 'SE', document_kind: 'passport', document_number: 'EF 123456', name, birth_date: '1990-05-17', front } as const; // oxfmt-ignore
    need(await account.client.call(insertAuthentication, document));
  }
  const reviewer = createConsoleClient({ baseUrl: server.consoleUrl, keepsCookies: true });
  need(await reviewer.call(tryRole, { role: 'identity-reviewer' }));
  const { RESULT_LIST } = need(await reviewer.call(listIdentityCases, { country: 'SE' }));
  const { case_id } = RESULT_LIST.find(({ account_id: id }) => id === accountId)!;
  expect(need(await reviewer.call(claimIdentityCase, { case_id })).duplicates).toHaveLength(1);
  return case_id;
}

async function judge(page: Page, name: string): Promise<void> {
  await expect(page.locator('.animate-pulse').filter({ visible: true }), name).toHaveCount(0);
  expect.soft(await page.evaluate(findCut), `${name} at 768 px`).toEqual([]);
  await judgeThemes(page, name);
}

/** What each action of the case that is shown opens, unless it is among those that were judged; nothing that it does. */
async function judgeActions(page: Page, name: string, judged: Set<string>): Promise<void> {
  const dialog = page.getByRole('dialog');
  const buttons = page.locator('header').getByRole('button');
  for (const action of await buttons.allInnerTexts()) {
    const panel = `${action} of ${name}`;
    if (action === 'To the list' || judged.has(panel)) continue;
    judged.add(panel);
    await buttons.and(page.getByRole('button', { name: action, exact: true })).click();
    await expect(dialog, panel).toBeVisible();
    await judge(page, panel);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
}

test('no page of the console shuts anybody out or is too wide', async ({ browser }) => {
  expect(people).toHaveLength(operatorRoles.length);
  const seen = new Set<string>();
  const panels = new Set<string>();
  for (const person of people) {
    const page = await browser.newPage({ viewport: { width: 768, height: 1024 }, reducedMotion: 'reduce' });
    await page.goto(server.consoleUrl);
    await expect(page.getByRole('button', { name: person })).toBeVisible();
    if (seen.size === 0) await judge(page, 'the sign-in');
    await page.getByRole('button', { name: person }).click();
    const navigation = page.getByRole('navigation', { name: 'Places' });
    await expect(navigation).toBeVisible();
    const paths = await navigation.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')!.replace('#', ''))); // oxfmt-ignore
    for (const path of paths) {
      const [name, isNew] = [path.slice(1), !seen.has(path)];
      seen.add(path);
      if (!isNew && withoutCase.has(name)) continue;
      await lead(page, path);
      if (isNew) await judge(page, path);
      if (['corrections', 'deliveries', 'refills', 'transfers'].includes(name))
        await expect(page.getByRole('row').nth(1), `${path} has a row`).toBeVisible();
      for (const each of isNew ? (below[name] ?? []) : []) {
        await lead(page, each);
        await judge(page, each);
      }
      if (withoutCase.has(name)) continue;
      // Support, who comes first, needs to say whom it looks for.
      await lead(page, name === 'customers' ? `/customers?find=${noted}` : path);
      const rows = page.locator(`main a[href^="#/${name}/"]`);
      if (isNew) await expect(rows.first(), `${path} has a row`).toBeVisible();
      // Of acts each role is shown its own.
      await expect(page.locator('.animate-pulse').filter({ visible: true })).toHaveCount(0);
      if ((await rows.count()) === 0) continue;
      const address = (await rows.first().getAttribute('href'))!.replace('#', '');
      await lead(page, address);
      await expect(page.locator('.animate-pulse').filter({ visible: true })).toHaveCount(0);
      if (isNew) await judge(page, `a case of ${path}`);
      // Another role may do something else to the same one.
      await judgeActions(page, `a case of ${path}`, panels);
    }
    if (person.startsWith('Identity')) {
      await lead(page, `/identity/${claimed}`);
      await expect(page.getByText('EF123456')).toBeVisible();
      await judge(page, 'a case that is claimed');
      await judgeActions(page, 'a case that is claimed', panels);
    }
    if (person.startsWith('Support')) {
      await lead(page, `/customers/${noted}`);
      const [older, first] = [page.getByRole('button', { name: 'Show older: Notes' }), page.getByText('note 1', { exact: true })]; // oxfmt-ignore
      await expect(older).toBeVisible();
      await expect(first).toHaveCount(0);
      await judge(page, 'a customer with older notes');
      await older.click();
      await expect(first).toBeVisible();
      await expect(older).toHaveCount(0);
    }
    await page.close();
  }
  expect(seen.size, 'each place of the console is somebody’s').toBe(placesCount);
  expect(panels.size, [...panels].join(', ')).toBeGreaterThan(12);
});
