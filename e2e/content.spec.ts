// What customers read, in a browser: news and likes, announcements until they were read, help that is searched, legal texts and their print.
import { expect, test } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { findShutOut } from './support/axe.ts';
import { sharedServer } from './support/server.ts';
import { prefer, watch } from './support/watch.ts';
import { wordsOf } from './support/words.ts';

const server = sharedServer;

const say = wordsOf('en');

test('news are read by category, liked once and remembered as read', { tag: '@gate' }, async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await logIn(page, await openAccount(server.url), { url: server.url });
  await page.goto(`${server.url}/#/newsList`);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(8);
  await expect(rows.filter({ hasText: say('content.unread') })).toHaveCount(8);
  await page.getByRole('tab', { name: say('content.category_finance') }).click();
  await expect(rows).toHaveCount(3);
  await rows.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('What a leverage of 50 means');
  await page.getByRole('button', { name: say('content.like') }).click();
  const liked = page.getByRole('button', { name: say('content.unlike') });
  await expect(liked).toHaveText('1 like');
  await page.reload();
  await expect(liked).toHaveText('1 like');
  await liked.click();
  await expect(page.getByRole('button', { name: say('content.like'), exact: true })).toHaveText('0 likes');
  await page.goto(`${server.url}/#/newsList`);
  await expect(rows).toHaveCount(8);
  await expect(rows.filter({ hasText: say('content.unread') })).toHaveCount(7);
  await expectNothingWrong();
});

test('a pinned announcement stands on Home until it was read', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  const title = 'News, help and legal texts are here';
  await page.goto(`${server.url}/#/home`);
  await expect(page.getByText(title)).toBeVisible();
  await page.goto(`${server.url}/#/announcements`);
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(title);
  await page.goto(`${server.url}/#/home`);
  const answered = page.waitForResponse((response) => response.request().postData()?.includes('queryAnnouncements') ?? false); // oxfmt-ignore
  await page.reload();
  await (await answered).finished();
  await expect(page.getByText(say('home.proofTitle'))).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
  await expectNothingWrong();
});

for (const { language, typed, found } of [
  { language: 'en', typed: 'liquidated', found: 'When is a position liquidated?' },
  { language: 'ja', typed: 'ロスカット価格', found: 'ロスカットされるのはいつですか' },
  { language: 'ar', typed: 'الرافعة', found: 'ماذا تفعل الرافعة؟' },
] as const) {
  test(`help is found by what a person types: ${language}`, async ({ page }) => {
    const expectNothingWrong = watch(page, server.url);
    const words = wordsOf(language);
    await prefer(page, { language });
    await page.goto(`${server.url}/#/help`);
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(8);
    await expect(page.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
    await page.getByRole('searchbox').fill(typed);
    await page
      .getByRole('list', { name: words('content.found') })
      .getByRole('link', { name: found })
      .click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(found);
    expect(await findShutOut(page)).toEqual([]);
    await expectNothingWrong();
  });
}

test('legal texts say their version and are printed without the app around them', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await page.goto(`${server.url}/#/legal?part=risk`);
  const title = page.getByRole('heading', { level: 2, name: say('content.legal_risk') });
  await expect(title).toBeVisible();
  await expect(page.getByText(/^Version 1 of /).first()).toBeVisible();
  await page.getByRole('tab', { name: say('content.legal_complaints') }).click();
  await expect(page.getByRole('heading', { level: 2, name: say('content.legal_complaints') })).toBeVisible();
  await expect(page).toHaveURL(/part=complaints$/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('tablist')).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('heading', { level: 2, name: say('content.legal_complaints') })).toBeVisible();
  await expectNothingWrong();
});
