// How long brief messages stay: those of the specification to the millisecond, and a loading one until it is over.
import { expect, test, type Page, type Route } from '@playwright/test';
import { openAccount } from './support/accounts.ts';
import { takeSentCode } from './support/sheets.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test('"Logged in" stays for a second, "Logging in…" as long as it takes', async ({ page }) => {
  const account = await openAccount(server.url);
  await page.clock.install();
  await page.goto(`${server.url}/#/login`);
  await page.getByLabel('Account', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  const login = hold(page, 'queryLogin');
  await page.getByRole('button', { name: 'Log in' }).click();
  await login.isAsked;
  await stopClock(page);
  // Longer than any other message stays, shorter than a call may take.
  await page.clock.runFor(8_000);
  await expect(toast(page)).toHaveText('Logging in…');
  await login.letGo();
  await expect(toast(page)).toHaveText('Logged in');
  await expectToStay(page, 1_000);
});

test('"Your account is open" stays for a second and a half, then the login page comes', async ({ page }) => {
  await page.clock.install();
  await page.goto(`${server.url}/#/register`);
  await page.getByLabel('E-mail address').fill('toasted@example.com');
  await page.getByRole('button', { name: 'Send code' }).click();
  await takeSentCode(page);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Repeat password', { exact: true }).fill('correct horse');
  await page.getByRole('checkbox').check();
  const registration = hold(page, 'user_password');
  await page.getByRole('button', { name: 'Open account' }).click();
  await registration.isAsked;
  await stopClock(page);
  await registration.letGo();
  await expect(toast(page)).toHaveText('Your account is open');
  await expectToStay(page, 1_500);
  await expect(page).toHaveURL(/#\/login$/);
});

const toast = (page: Page) => page.locator('[role=status], [role=alert]').locator('> .rise-in');

async function expectToStay(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms - 1);
  await expect(toast(page)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(toast(page)).toHaveCount(0);
}

/** From here on the page's time passes only as it is told to. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

interface Held {
  isAsked: Promise<unknown>;
  letGo(): Promise<void>;
}

/** Keeps the next call whose text holds `word` on its way to the server. */
function hold(page: Page, word: string): Held {
  const asked = Promise.withResolvers<Route>();
  void page.route('**', async (route) => {
    if (route.request().postData()?.includes(word) === true) asked.resolve(route);
    else await route.fallback();
  });
  return { isAsked: asked.promise, letGo: async () => (await asked.promise).continue() };
}
