// One Chromium for Lighthouse and for the frames: Lighthouse talks to it over its debugging port, the frames through Playwright.
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { findChromium } from '../../../server/test/run/find-chromium.ts';
import { openCustomer } from '../customer.ts';
import { freePort } from '../../../server/src/kit/free-ports.test-support.ts';

export interface BenchBrowser {
  context: BrowserContext;
  debuggingPort: number;
  close(): Promise<void>;
}

/** A phone's screen, for whoever opens a page. */
export const phone = { width: 412, height: 823, scale: 1.75 };

export async function openBrowser(profile: string): Promise<BenchBrowser> {
  const executablePath = findChromium(true);
  const debuggingPort = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath === '' ? {} : { executablePath }),
    args: [`--remote-debugging-port=${debuggingPort}`, '--no-sandbox', '--disable-quic', '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync'], // oxfmt-ignore
    viewport: { width: phone.width, height: phone.height },
    deviceScaleFactor: phone.scale,
  });
  return { context, debuggingPort, close: () => context.close() };
}

/** From here on every page of the browser belongs to a customer. */
export async function logInToPage({ context }: BenchBrowser, url: string): Promise<void> {
  const { email, password } = await openCustomer(url, { email: 'phone@example.com', password: 'correct horse' });
  const page: Page = await context.newPage();
  await page.goto(`${url}/#/login`);
  await page.locator('[autocomplete="username"]').fill(email);
  await page.locator('[autocomplete="current-password"]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/home$/);
  await page.close();
}
