// New terms on a phone: the first act with money asks about them once, in Arabic and dark as well, and goes on after the word.
import { expect, test } from '@playwright/test';
import { publishTexts } from '../server/src/content/publish-texts.ts';
import { readWrittenDocuments } from '../server/src/content/read-texts.ts';
import { openPool } from '../server/src/kit/postgres.ts';
import { logInByForm, openAccount } from './support/accounts.ts';
import { judgeShown } from './support/judge.ts';
import { startServer, type TestServer } from './support/server.ts';
import { startsWith, wordsOf } from './support/words.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());
test.use({ viewport: { width: 375, height: 812 } });

const language = 'ar';
const say = wordsOf(language);

test('new terms are asked about once, before anything is done with money', async ({ page }) => {
  test.slow();
  await page.addInitScript((chosen) => localStorage.setItem('candor.preferences', JSON.stringify({ state: { language: chosen, theme: 'dark' }, version: 1 })), language); // oxfmt-ignore
  await logInByForm(page, await openAccount(server.url, '0'), { url: server.url, language });
  await publishNewTerms();
  await page.goto(`${server.url}/#/demo`);
  const take = page.getByRole('button', { name: startsWith(say('demo.faucetGet')) });
  await take.click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(say('content.newTermsText'))).toBeVisible();
  await judgeShown(page, 'the question about new terms');
  await question.getByRole('button', { name: say('content.newTermsAccept') }).click();
  await expect(question).toBeHidden();
  await take.click();
  await expect(page.getByText(say('demo.faucetDone'))).toBeVisible();
});

/** As a program that comes with other texts does it; sessions that were looked up before are trusted for two seconds. */
async function publishNewTerms(): Promise<void> {
  const pool = openPool(server.adminUrl!, 1);
  const terms = readWrittenDocuments().find(({ kind, slug }) => kind === 'legal' && slug === 'terms')!;
  await publishTexts(pool, [{ ...terms, digest: Buffer.alloc(32, 7) }], Date.now());
  await pool.end();
  await new Promise((resolve) => setTimeout(resolve, 2_100));
}
