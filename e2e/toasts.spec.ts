// How long brief messages stay: those of the specification to the millisecond, and a loading one until it is over.
import { expect, test, type Locator, type Page, type Route } from '@playwright/test';
import { logInByForm, openAccount } from './support/accounts.ts';
import { cards, openPosition, openVerified } from './support/contracts.ts';
import { fillRegistration, openedSheet } from './support/sheets.ts';
import { sharedServer } from './support/server.ts';
import { prefer } from './support/watch.ts';

const server = sharedServer;

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

test('"Your account is open" stays for a second and a half, then one is logged in where one wanted to go', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto(`${server.url}/#/register?redirect=%2Fasset`);
  await page.getByLabel('E-mail address').fill('toasted@example.com');
  await fillRegistration(page, 'correct horse');
  const registration = hold(page, 'authCode');
  await page.getByRole('button', { name: 'Open account' }).click();
  await registration.isAsked;
  await stopClock(page);
  const login = page.waitForResponse((response) => response.request().postData()?.includes('queryLogin') === true);
  await registration.letGo();
  await expect(toast(page)).toHaveText('Your account is open');
  await login;
  await expectToStay(page, 1_500);
  await expect(page).toHaveURL(/#\/asset$/);
});

test('messages have their turn one after another, and an error stays until it was read', async ({ page }) => {
  await page.clock.install();
  await openToastSamples(page);
  await stopClock(page);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Error');
  await press('Loading');
  await press('Notice');
  await press('Success');
  const [error, loading] = ['Username or password error', 'Logging in…'];
  await expect(toast(page)).toHaveText(['You have been logged out. Please log in again.', error]);
  await page.clock.runFor(2_000);
  await expect(toast(page)).toHaveText(['Logged in', error]);
  await page.clock.runFor(1_000);
  await expect(toast(page)).toHaveText([error]);
  await press('Loading');
  await expect(toast(page)).toHaveText([loading, error]);
  // Long enough to be read, but nobody may have been there.
  await page.clock.runFor(60_000);
  await expect(toast(page)).toHaveText([error]);
  await page.getByRole('heading', { level: 1 }).click();
  await expect(toast(page)).toHaveCount(0);
  await press('Error');
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await expect(toast(page)).toHaveCount(0);
});

test('where one trades, messages leave the price and the buttons free', async ({ page }) => {
  const account = await openVerified(server.url);
  await prefer(page, { treatyType: 'cfd' });
  await logInByForm(page, account, { url: server.url });
  await page.goto(`${server.url}/#/contracts`);
  await openPosition(page, { side: 'long', sheets: 1 });
  const card = cards(page, 'long').first();
  const closing = hold(page, 'trade_id');
  await card.getByRole('button', { name: 'Close', exact: true }).click();
  await (await openedSheet(page)).locator('button[type=submit]').click();
  await closing.refuse();
  await expect(toast(page)).toHaveText(['Closing position failed, please try later']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const [message, long] = await Promise.all([toast(page), page.getByRole('button', { name: 'Long' })].map(boxOf));
  expect(message!.bottom).toBeLessThan(long!.top);
  expect(message!.top).toBeGreaterThan(400);
});

async function boxOf(part: Locator): Promise<{ top: number; bottom: number }> {
  const { y, height } = (await part.boundingBox())!;
  return { top: y, bottom: y + height };
}

async function openToastSamples(page: Page): Promise<void> {
  await page.goto(`${server.url}/#/dev/kit`);
  await expect(page.getByRole('button', { name: 'Loading', exact: true })).toBeVisible();
}

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
  refuse(): Promise<void>;
}

/** Keeps the next call whose text holds `word` on its way to the server. */
function hold(page: Page, word: string): Held {
  const asked = Promise.withResolvers<Route>();
  void page.route('**', async (route) => {
    if (route.request().postData()?.includes(word) === true) asked.resolve(route);
    else await route.fallback();
  });
  const refusal = { status: 0, code: 'market-halted', facts: {} };
  return {
    isAsked: asked.promise,
    letGo: async () => (await asked.promise).continue(),
    refuse: async () => (await asked.promise).fulfill({ status: 409, json: refusal }),
  };
}
