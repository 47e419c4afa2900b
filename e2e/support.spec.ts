// A request to support on a phone: asked with a picture, answered in the console, both live; closed and rated. Once in Arabic and dark.
import { expect, test, type Page } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { findShutOut } from './support/axe.ts';
import { judgeShown } from './support/judge.ts';
import { pressFor } from './support/keyboard.ts';
import { sharedServer } from './support/server.ts';
import { jpegPhoto } from '../server/test/support/picture-files.ts';
import { wordsOf } from './support/words.ts';

const server = sharedServer;
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
  'a customer asks, an operator answers, both see it at once, and the help is rated',
  { tag: '@gate' },
  async ({ page, browser }) => {
    test.slow();
    await logIn(page, await openAccount(server.url, '0'), { url: server.url });
    await page.goto(`${server.url}/#/help`);
    await page.getByRole('link', { name: say('shell.menuSupport'), exact: true }).click();
    await expect(page.getByText(say('support.none'))).toBeVisible();
    await judgeShown(page, 'no requests yet');
    await page.getByRole('link', { name: say('support.new') }).click();
    await page.getByRole('button', { name: say('support.send') }).click();
    await expect(page.getByText(say('support.subjectMissing'))).toBeVisible();
    await page.getByLabel(say('support.subject')).fill('My withdrawal');
    await page.getByRole('textbox', { name: say('support.message') }).fill('It has not arrived.\nPlease look.');
    await page.getByLabel(say('support.about')).fill('opt_of_somebody');
    const file = { name: 'proof.jpg', mimeType: 'image/jpeg', buffer: await jpegPhoto({ seed: 7 }) };
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByText(`${say('support.picture')} 1`)).toBeVisible();
    await page.getByRole('button', { name: say('support.send') }).click();
    await expect(page.getByText(say('refusals.not-found'))).toBeVisible();
    await judgeShown(page, 'a new request with a fault');
    await page.getByLabel(say('support.about')).fill('');
    await page.getByRole('button', { name: say('support.send') }).click();
    await expect(page).toHaveURL(/#\/support\/sup_/);
    const messages = page.getByRole('list', { name: say('support.messages') }).getByRole('listitem');
    await expect(messages).toHaveCount(1);
    await expect(messages.getByRole('img', { name: `${say('support.picture')} 1` })).toBeVisible();

    const desk = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    await answerInConsole(desk);
    await expect(messages, 'the answer is there without a reload').toHaveCount(2);
    await expect(messages.last()).toContainText('I need a little more');
    await judgeShown(page, 'a conversation');
    await page.getByRole('textbox', { name: say('support.message') }).fill('It was yesterday at ten.');
    await page.getByRole('button', { name: say('support.send') }).click();
    await expect(messages).toHaveCount(3);
    await expect(desk.getByText('It was yesterday at ten.'), 'the console shows it by itself').toBeVisible();
    await pressFor(desk, 'Close', 'e');
    await desk.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await desk.close();

    await expect(page.getByText(say('support.closedText'))).toBeVisible();
    await page.getByRole('radio', { name: '4 of 5' }).click();
    await expect(page.getByText(say('support.rated'))).toBeVisible();
    await judgeShown(page, 'a closed request');
    await prefer(page, { theme: 'dark', language: 'ar' });
    await expect(page.getByText(wordsOf('ar')('support.closedText'))).toBeVisible();
    await judgeShown(page, 'a closed request in Arabic, dark');
  },
);

async function answerInConsole(page: Page): Promise<void> {
  await page.goto(server.consoleUrl);
  await page
    .getByRole('button', { name: /support/i })
    .first()
    .click();
  await page.goto(`${server.consoleUrl}/#/support`);
  await page.getByRole('link', { name: 'My withdrawal' }).click();
  await expect(page.getByRole('heading', { name: 'My withdrawal' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible();
  await expect(page.getByText('No orders')).toBeVisible();
  expect(await findShutOut(page)).toEqual([]);
  await pressFor(page, 'Claim', 'c');
  await page.getByRole('dialog').getByRole('button', { name: 'Claim' }).click();
  const panel = page.getByRole('dialog');
  await pressFor(page, 'Answer', 'a');
  await panel.getByLabel('Standard answer').selectOption('details');
  await expect(panel.getByRole('textbox', { name: 'Message' })).toHaveValue(/password/);
  expect(await findShutOut(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Answer' }).click();
  await expect(page.getByText('Sent.')).toBeVisible();
}
