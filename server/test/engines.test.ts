// The main job in the engines that are not Chromium, at the address that a start says: from the first visit to a receipt that the browser
// has recomputed.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, listOutbox } from '@candor/wire';
import { until } from '../src/kit/until.test-support.ts';
import { openFirefox, openWebkit, whyNoEngines, type EnginePage } from './support/engines.ts';
import { got, openRunningApp, type RunningApp } from './support/running-app.ts';

type Language = 'en' | 'ar';
const texts = join(import.meta.dirname, '../../web/src/text');
const pictures = join(import.meta.dirname, '../../e2e/results/engines');

/** A text of the app, up to its first value. */
function say(language: Language, key: string): string {
  const [area, name] = key.split('.') as [string, string];
  const words = JSON.parse(readFileSync(join(texts, language, `${area}.json`), 'utf8')) as Record<string, string>;
  return words[name]!.split('{', 1)[0]!.trim();
}

/** Pages that stay alive are hidden. */
const shown = '[not(ancestor::*[contains(@style, "display: none")])]';
const button = (text: string): string =>
  `(//button | //a)[starts-with(normalize-space(.), "${text}")][not(@disabled)]${shown}`;
const without = whyNoEngines();
let app: RunningApp;
before(async () => {
  mkdirSync(pictures, { recursive: true });
  app = await openRunningApp();
});
after(() => app.close());

// Two at a time: most of a job is waiting for its order.
describe('the main job', { concurrency: 2 }, () => {
  for (const [language, theme] of [['en', 'light'], ['ar', 'dark']] as const) {
    for (const [engine, open] of [['firefox', openFirefox], ['webkit', openWebkit]] as const) {
      test(`in ${engine}, ${language} ${theme}`, { skip: without, timeout: 300_000 }, async () => {
        const page = await open();
        try {
          await mainJob(page, { language, theme, name: `${engine}-${language}` });
        } catch (error) {
          await page.picture(join(pictures, `${engine}-${language}-failed.png`));
          throw error;
        } finally {
          await page.close();
        }
      });
    }
  }
}); // oxfmt-ignore

interface Look {
  language: Language;
  theme: string;
  name: string;
}

async function mainJob(page: EnginePage, { language, theme, name }: Look): Promise<void> {
  const t = (key: string): string => say(language, key);
  const reads = (words: string): Promise<void> =>
    until(`the page says ${words}`, async () => (await page.read<string>('document.body.innerText')).includes(words));
  const loads = '[...document.querySelectorAll(".animate-pulse")].some((place) => place.getClientRects().length > 0)';
  async function look(place: string): Promise<void> {
    await until('nothing loads', async () => !(await page.read<boolean>(loads)));
    await sleep(1_000); // what was drawn for loading is gone with a later frame
    await page.picture(join(pictures, `${name}-${place}.png`));
  }
  /** A tap while a page still slides in meets nothing, and one more than needed is a second order. */
  const tapUntil = (xpath: string, isDone: () => Promise<boolean>): Promise<void> =>
    until(`${xpath} has been pressed`, async () => {
      await page.tap(xpath);
      for (let look = 0; look < 10 && !(await isDone()); look++) await sleep(500);
      return isDone();
    });
  const goTo = (path: string): Promise<unknown> => page.read(`void (location.hash = '${path}')`);
  const email = `${name}@example.com`;

  await page.goto(`${app.url}/docs`);
  const kept = JSON.stringify({ state: { language, theme }, version: 1 });
  await page.read(`void localStorage.setItem('candor.preferences', ${JSON.stringify(kept)})`);
  await page.goto(`${app.url}/#/register`);
  await page.type('//input[@autocomplete="email"]', email);
  await page.press(button(t('register.sendCode')));
  const code = await sentCode(email);
  const [passwords, codes] = ['//input[@type="password"]', '//input[@autocomplete="one-time-code"]'];
  await page.type(codes, code);
  for (const place of [1, 2]) await page.type(`(${passwords})[${place}]`, 'correct horse');
  await page.press(`//input[@type="checkbox"]${shown}`);
  await page.press(`//button[@type="submit"]`);
  await until('the account is open', async () => (await page.read<string>('location.hash')) === '#/home');
  await goTo('/demo');
  await tapUntil(button(t('demo.faucetGet')), async () =>
    (await page.read<string>('document.body.innerText')).includes(t('demo.seeAssets')),
  );
  await goTo('/contracts');
  await tapUntil(button(t('options.up')), () => page.read<boolean>('document.querySelector("[role=timer]") !== null'));
  await page.press(button(t('options.receipt')));
  await page.press(button(t('receipts.verify')));
  await reads(t('receipts.verified'));
  await look('receipt');
  await goTo('/contracts');
  await until('the chart is there', () => page.read<boolean>('document.querySelector("main canvas") !== null'));
  await look('contracts');
  await goTo('/quotation');
  await reads('BTC');
  await look('quotation');
  // The session is there after a reload, at an address without TLS.
  await page.goto(`${app.url}/docs`);
  await page.goto(`${app.url}/#/asset`);
  await reads('USDT');
  await look('asset');
}

async function sentCode(email: string): Promise<string> {
  const client = createClient({ baseUrl: app.url });
  let code: string | null | undefined;
  await until('the code is sent', async () => {
    code = got(await client.call(listOutbox, { recipient: email })).messages[0]?.code;
    return typeof code === 'string';
  });
  return code!;
}
