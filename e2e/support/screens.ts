// Every screen by its path and in every look, for the tests that look at all of them.
import { expect, type Page } from '@playwright/test';
import { openAccount, type Account } from './accounts.ts';
import { placeOrder } from './option-order.ts';
import { startServer, type TestServer } from './server.ts';
import { prefer } from './watch.ts';
import type { Language } from './words.ts';

export const screensForGuests = ['/home', '/login', '/register', '/quotation', '/personal', '/exchange/btcusdt', '/language',
  '/demo', '/help', '/dev/kit']; // prettier-ignore
export const screensForCustomers = ['/home', '/contracts', '/asset', '/personal', '/quotation', '/orders', '/bills',
  '/loginpassword', '/transactionpassword', '/sessions', '/appearance', '/demo', '/recharge']; // prettier-ignore

export interface Look {
  name: string;
  language: Language;
  theme: 'light' | 'dark';
}
export const looks: readonly Look[] = [
  { name: 'light', language: 'en', theme: 'light' },
  { name: 'dark', language: 'en', theme: 'dark' },
  { name: 'japanese', language: 'ja', theme: 'light' },
  { name: 'arabic', language: 'ar', theme: 'dark' },
];

/** Colours are judged when they have arrived, not while they fade in. */
export async function takeLook(page: Page, { language, theme }: Look): Promise<void> {
  await prefer(page, { language, theme });
  await page.emulateMedia({ reducedMotion: 'reduce' });
}

/** A server with a customer who has an order on its way to its receipt. */
export async function startWithOrder(): Promise<{ server: TestServer; account: Account; orderId: string }> {
  const server = await startServer();
  const account = await openAccount(server.url);
  return { server, account, orderId: await placeOrder(account) };
}

/** A page is there, and nothing on it still stands for what is on its way; the kit shows such stand-ins for good. */
export async function isLoaded(page: Page, path: string): Promise<void> {
  await expect(page.locator('main:visible').first()).toBeVisible();
  if (path === '/dev/kit') await expect(page.getByRole('tab').first()).toBeVisible();
  else await expect(page.locator('main .animate-pulse').filter({ visible: true })).toHaveCount(0);
}
