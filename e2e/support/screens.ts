// Every screen by its path and in every look, for the tests that look at all of them.
import { expect, type Page } from '@playwright/test';
import type { AppRoute } from '../../web/src/session/product-face.ts';
import { routes } from '../../web/src/shell/routes.ts';
import { openAccount, type Account } from './accounts.ts';
import { placeOrder } from './option-order.ts';
import { sharedServer, type SharedServer } from './server.ts';
import { prefer } from './watch.ts';
import type { Language } from './words.ts';

/** With something in the route of each parameter. */
const addressOf = ({ path }: AppRoute): string => path.replace(':pair', 'btcusdt').replace(':id', '1');

/** Receipts exist for orders only, and are looked at where there is one. */
const isOfOrder = ({ screen }: AppRoute): boolean => ['receipts/receipt', 'receipts/shared-receipt'].includes(screen);
const built = routes.filter((route) => !isOfOrder(route));
const openToAll = built.filter(({ needsLogin }) => !needsLogin).map(addressOf);
/** Which look different with a customer, or need one. */
const forCustomers = built.filter(({ needsLogin, isKept, screen }) => needsLogin || isKept || screen === 'demo/demo');
export const allPaths: readonly string[] = routes.filter((route) => !isOfOrder(route)).map(addressOf);
export const screensForGuests: readonly string[] = openToAll;
export const screensForCustomers: readonly string[] = forCustomers.map(addressOf);

export interface Look {
  name: string;
  language: Language;
  theme: 'light' | 'dark';
}
export const looks: readonly Look[] = [
  { name: 'light', language: 'en', theme: 'light' },
  { name: 'arabic', language: 'ar', theme: 'dark' },
];

/** Colours are judged when they have arrived, not while they fade in. */
export async function takeLook(page: Page, { language, theme }: Look): Promise<void> {
  await prefer(page, { language, theme });
  await page.emulateMedia({ reducedMotion: 'reduce' });
}

/** A customer who has an order of 30 s on its way to its receipt. */
export async function openWithOrder(): Promise<{ server: SharedServer; account: Account; orderId: string }> {
  const account = await openAccount(sharedServer.url);
  return { server: sharedServer, account, orderId: await placeOrder(account) };
}

/** Leads the page to a path without loading it anew: the customers' app, or the console. */
export async function lead(page: Page, path: string): Promise<void> {
  // Each screen names the tab when it comes, so a tab without a name still shows the screen before.
  await page.evaluate((hash) => {
    if (location.hash === `#${hash}`) return;
    // With another search alone the screen stays, and so does its name.
    const isOther = location.hash.split('?')[0] !== `#${hash.split('?')[0]}`;
    if (isOther) document.title = '';
    location.hash = hash;
  }, path);
  // Asked in the page, as `expect` draws an outline of it each time it asks.
  const isNamed = page.waitForFunction(() => document.title !== '', undefined, { polling: 50, timeout: 60_000 });
  await isNamed.catch(async (cause: unknown) => {
    const shown = await page.evaluate(() => `${location.hash}: ${document.body.innerText.slice(0, 200)}`);
    throw new Error(`${path} has not come, the page shows ${shown}`, { cause });
  });
}

/** Leads the page there, and waits until what it shows stands still. */
export async function show(page: Page, url: string, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(url);
  await lead(page, path);
  // The kit shows for good what stands for something on its way.
  if (path === '/dev/kit') await expect(page.getByRole('tab').first()).toBeVisible();
  else await expect(page.locator('main .animate-pulse').filter({ visible: true })).toHaveCount(0);
  await isStill(page);
}

/** Colours have faded in, pages have slid, letters have come. */
export async function isStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // What is hidden does not run, nor what has gone out of sight where that is left undrawn.
    const isDrawn = ({ effect }: Animation): boolean =>
      (effect as KeyframeEffect | null)?.target?.checkVisibility({ contentVisibilityAuto: true }) ?? false;
    // What runs for longer shows time that passes, as the ring of an order does.
    const isEnding = (one: Animation): boolean => Number(one.effect?.getComputedTiming().endTime) < 5_000;
    const ending = document.getAnimations().filter(isEnding);
    const ended = Promise.allSettled(ending.map(({ finished }) => finished));
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    // A browser without a display sometimes draws no more frames, and all that runs stands still: then it is judged as it stands.
    for (let turns = 0; turns < 80 && ending.some((one) => one.playState === 'running' && isDrawn(one)); turns++)
      await Promise.race([ended, pause(250)]);
    const drawn = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.race([drawn, pause(5_000)]);
  });
}
