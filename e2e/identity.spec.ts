// Certification from the first word to the last, on a phone, in three languages: handed in, failed, corrected, approved.
import { approveIdentity, claimIdentityCase, createConsoleClient, failIdentity, listIdentityCases, tryRole, type ConsoleClient } from '@candor/wire'; // oxfmt-ignore
import { expect, test, type Page } from '@playwright/test';
import { judgeShown } from './support/judge.ts';
import { logIn, openAccount, need } from './support/accounts.ts';
import { sharedServer } from './support/server.ts';
import { openedSheet } from './support/sheets.ts';
import { jpegPhoto } from '../server/test/support/picture-files.ts';
import { wordsOf, type Language, type Say } from './support/words.ts';

const server = sharedServer;
let reviewer: ConsoleClient;
test.beforeAll(async () => {
  reviewer = createConsoleClient({ baseUrl: server.consoleUrl, keepsCookies: true });
  need(await reviewer.call(tryRole, { role: 'identity-reviewer' }));
});
test.use({ viewport: { width: 375, height: 812 }, permissions: ['camera'] });

/** The case of this account that is under review, claimed. */
async function claimedCase(accountId: string): Promise<string> {
  const { RESULT_LIST } = need(await reviewer.call(listIdentityCases, { state: 'review', pagesize: 100 }));
  const { case_id: id } = RESULT_LIST.find(({ account_id: owner }) => owner === accountId)!;
  need(await reviewer.call(claimIdentityCase, { case_id: id }));
  return id;
}

async function addPhoto(page: Page, say: Say, { side, seed }: { side: string; seed: number }): Promise<void> {
  const place = page.getByRole('group', { name: say(`identity.${side}`) });
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await jpegPhoto({ seed }) };
  await place.getByLabel(`${say(`identity.${side}`)}: ${say('identity.choose')}`).setInputFiles(file);
  await expect(place.getByRole('status')).toContainText(say('identity.uploaded'));
}

/** With the camera in the page, looked at as every screen is. */
async function takePhoto(page: Page, say: Say, side: string): Promise<void> {
  const [place, take] = [page.getByRole('group', { name: say(`identity.${side}`) }), say('identity.take')];
  await place.getByRole('button', { name: take }).click();
  const sheet = await openedSheet(page);
  await expect(sheet.getByRole('button', { name: take })).toBeEnabled();
  await expect(sheet.getByRole('status')).toHaveText(sharpOrNot(say));
  await judgeShown(page, 'the camera');
  await sheet.getByRole('button', { name: take }).click();
  await expect(sheet).toBeHidden();
  await expect(place.getByRole('status')).toContainText(say('identity.uploaded'));
  await expect(place.getByRole('img')).toBeVisible();
}

/** A part of what was chosen: its left side is moved by keys, its lower right corner by a finger. */
async function cutPhoto(page: Page, say: Say, side: string): Promise<void> {
  const place = page.getByRole('group', { name: say(`identity.${side}`) });
  await place.getByRole('button', { name: say('identity.crop') }).click();
  const sheet = await openedSheet(page);
  const left = sheet.getByRole('slider', { name: say('identity.edge_left') });
  const bottom = sheet.getByRole('slider', { name: say('identity.edge_bottom') });
  // Only where its size is known do 200 pixels have to be left of it.
  await expect(left).not.toHaveAttribute('max', '0');
  await judgeShown(page, 'a picture to be cut');
  for (let step = 0; step < 10; step++) await left.press('ArrowRight');
  await expect(left).toHaveValue('10');
  const frame = sheet.locator('[data-part=frame]');
  const { x, y, width, height } = (await frame.boundingBox())!;
  const finger = await page.context().newCDPSession(page);
  const touch = (type: string, share?: number) =>
    finger.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: share === undefined ? [] : [{ x: x + width * share, y: y + height * share }] }); // oxfmt-ignore
  await touch('touchStart', 1);
  for (const share of [0.95, 0.9, 0.85, 0.8]) await touch('touchMove', share);
  await touch('touchEnd');
  await finger.detach();
  await expect.poll(async () => parseInt(await bottom.inputValue(), 10)).toBeLessThan(85);
  await judgeShown(page, 'a picture that is cut');
  await sheet.getByRole('button', { name: say('identity.cropUse') }).click();
  await expect(sheet).toBeHidden();
  await expect(place.getByRole('status')).toContainText(say('identity.uploaded'));
  const [across, down] = await place.getByRole('img').evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]); // oxfmt-ignore
  // Of 900 by 600 pixels.
  expect(across! / down!, 'a narrower part than the whole').toBeLessThan(1.49);
}

const sharpOrNot = (say: Say): RegExp => new RegExp(`${say('identity.camera_sharp')}|${say('identity.camera_still')}`);

const submit = async (page: Page, say: Say): Promise<void> => {
  await page.getByRole('button', { name: say('identity.next') }).click();
  await page.getByRole('button', { name: say('identity.submit') }).click();
  await expect(page.getByText(say('identity.text_1'))).toBeVisible();
};

for (const [place, language] of (['en', 'ar', 'ja'] as const satisfies Language[]).entries()) {
  test(
    `somebody is certified after a photo that could not be read, in ${language}`,
    { tag: language === 'en' ? '@gate' : [] },
    async ({ page }) => {
      test.slow();
      const say = wordsOf(language);
      await page.addInitScript((chosen) => localStorage.setItem('candor.preferences', JSON.stringify({ state: { language: chosen }, version: 1 })), language); // oxfmt-ignore
      const account = await openAccount(server.url, '0');
      await logIn(page, account, { url: server.url });
      await page.goto(`${server.url}/#/authentication?redirect=%2Fcontracts`);
      await expect(page.getByText(say('identity.title_0'))).toBeVisible();
      await page.getByRole('button', { name: say('identity.next') }).click();
      await expect(page.getByLabel(say('identity.number'))).toHaveAttribute('aria-invalid', 'true');
      await judgeShown(page, `certification in ${language}, begun`);

      const wrong = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
      const front = page.getByRole('group', { name: say('identity.front') });
      await front.getByLabel(`${say('identity.front')}: ${say('identity.choose')}`).setInputFiles(wrong);
      await expect(front).toContainText(say('refusals.image-type'));

      await page.getByLabel(say('identity.number')).fill(`AB 12345${place}`);
      await page.getByLabel(say('identity.name')).fill('Ann Lee');
      await page.getByLabel(say('identity.birthDate')).fill('1990-05-17');
      await addPhoto(page, say, { side: 'front', seed: 10 + place });
      if (language !== 'en') await cutPhoto(page, say, 'front');
      await takePhoto(page, say, 'back');
      await submit(page, say);
      await judgeShown(page, `certification in ${language}, under review`);

      need(
        await reviewer.call(failIdentity, { case_id: await claimedCase(account.accountId), reason: 'picture-unclear' }),
      );
      await expect(page.getByText(say('identity.reason_picture-unclear'))).toBeVisible();
      await page.getByRole('button', { name: say('identity.tryAgain') }).click();
      await page.getByLabel(say('identity.number')).fill(`AB 12345${place}`);
      await addPhoto(page, say, { side: 'front', seed: 30 + place });
      await submit(page, say);

      need(await reviewer.call(approveIdentity, { case_id: await claimedCase(account.accountId) }));
      await expect(page.getByText(say('identity.text_2'))).toBeVisible();
      await judgeShown(page, `certification in ${language}, certified`);
      await page.getByRole('link', { name: say('identity.wayBack') }).click();
      await expect(page).toHaveURL(/#\/contracts/);
      await page.goto(`${server.url}/#/personal`);
      await expect(page.getByText(say('personal.verified'), { exact: true })).toBeVisible();
    },
  );
}

test('a photo whose line is lost again and again is sent again until it is there', async ({ page }) => {
  test.slow();
  const say = wordsOf('en');
  const account = await openAccount(server.url, '0');
  await logIn(page, account, { url: server.url });
  let tries = 0;
  // Two rounds of the three tries that the app makes by itself.
  await page.route('**/api/photo/upload', (route) => (++tries <= 6 ? route.abort() : route.continue()));
  await page.goto(`${server.url}/#/authentication`);
  const front = page.getByRole('group', { name: say('identity.front') });
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await jpegPhoto({ seed: 90 }) };
  await front.getByLabel(`${say('identity.front')}: ${say('identity.choose')}`).setInputFiles(file);
  const again = front.getByRole('button', { name: say('pictures.sendAgain') });
  for (const after of [3, 6]) {
    await expect(front).toContainText(say('refusals.unreachable'));
    await expect(again).toBeVisible();
    expect(tries).toBe(after);
    await judgeShown(page, 'a photo that was lost');
    await again.click();
  }
  await expect(front.getByRole('status')).toContainText(say('identity.uploaded'));
  await expect(again).toBeHidden();
  expect(tries).toBe(7);
});
