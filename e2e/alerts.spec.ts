// Price alerts as people use them: set at a coin, told in the app and to the device, read, set again and deleted.
import { expect, test, type Page } from '@playwright/test';
import {
  createAlert,
  deleteAlert,
  getMarketSummary,
  queryAlertMessages,
  queryAlerts,
  queryAlertSettings,
} from '@candor/wire';
import { randomUUID } from 'node:crypto';
import { openPushService, type PushService } from '../server/test/support/push-service.ts';
import { logIn, need, openAccount, type Account } from './support/accounts.ts';
import { judgeShown, judgeWidth } from './support/judge.ts';
import { keepsFocus, tabTo } from './support/keyboard.ts';
import { isStill, looks, show, takeLook } from './support/screens.ts';
import { openedSheet } from './support/sheets.ts';
import { startServer, type TestServer } from './support/server.ts';
import { watch } from './support/watch.ts';
import { wordsOf } from './support/words.ts';

let server: TestServer;
let service: PushService;
test.beforeAll(async () => {
  service = await openPushService();
  server = await startServer({ PUSH_LOCAL_ORIGIN: service.origin });
});
test.afterAll(async () => {
  await server.stop();
  await service.close();
});

const bell = (page: Page, coin = 'BTC') => page.getByRole('button', { name: `Set a price alert for ${coin}` });

test('set at a coin by a tap, listed, told when it is there, read, and deleted', { tag: '@gate' }, async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  const account = await openAccount(server.url);
  await logIn(page, account, { url: server.url });
  await show(page, server.url, '/exchange/btcusdt');
  await bell(page).click();
  const sheet = await openedSheet(page);
  await expect(sheet.getByText(/Price now .*[\d,.]+ USDT/)).toBeVisible();
  await sheet.getByRole('radio', { name: '+10%' }).check();
  await expect(sheet.getByText(/\+(9|10)\.\d\d%.? from the current price/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Set alert' }).click();
  await expect(page.getByText('Alert set')).toBeVisible();
  await expect(sheet).toBeHidden();

  await show(page, server.url, '/alerts');
  const list = page.getByRole('list', { name: 'Your alerts' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText(/BTC At or above .*USDT/);
  await expect(list).toContainText('Waiting');
  const [waiting] = need(await account.client.call(queryAlerts, {})).RESULT_LIST;

  // One that the market reaches: a toast on whatever page one is, and a message that is new until it was seen.
  await show(page, server.url, '/personal');
  await setAround(account, 'ETH');
  await expect(page.getByText(/^ETH has (reached|fallen to) .*USDT/).first()).toBeVisible();
  // The other of the two would tell too, sooner or later.
  await deleteWaiting(account, 'ETH');
  const entry = page.getByRole('link', { name: /Price alerts.*\d new/ });
  await expect(entry).toBeVisible();
  await entry.click();
  const messages = page.getByRole('list', { name: 'Messages' });
  await expect(messages.getByRole('link', { name: /ETH has .* New/ }).first()).toBeVisible();
  await page.waitForTimeout(2_000);
  await show(page, server.url, '/personal');
  await expect(page.getByRole('link', { name: 'Price alerts' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Price alerts.*new/ })).toHaveCount(0);

  await show(page, server.url, '/alerts');
  await expect(page.getByRole('button', { name: 'Set the alert for ETH again' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Delete the alert for BTC' }).click();
  await expect(page.getByText('Alert deleted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete the alert for BTC' })).toHaveCount(0);
  const left = need(await account.client.call(queryAlerts, {})).RESULT_LIST;
  expect(left.some(({ alert_id }) => alert_id === waiting!.alert_id)).toBe(false);
  await messages
    .getByRole('link', { name: /ETH has/ })
    .first()
    .click();
  await expect(page).toHaveURL(/#\/exchange\/ethusdt$/);
  expectNothingWrong();
});

test('told once one is back, when it was there while one had no connection', async ({ page, context }) => {
  const account = await openAccount(server.url);
  await logIn(page, account, { url: server.url });
  await show(page, server.url, '/personal');
  // The page knows by now what was told before.
  await page.waitForTimeout(3_000);
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible();
  await setAround(account, 'SOL');
  await expect.poll(async () => need(await account.client.call(queryAlertMessages, {})).unread).toBeGreaterThan(0);
  await deleteWaiting(account, 'SOL');
  await context.setOffline(false);
  await expect(page.getByText(/^SOL has (reached|fallen to) .*USDT/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Price alerts.*\d new/ })).toBeVisible();
});

test('a price that has been reached already is no alert, and the field says so', async ({ page }) => {
  const account = await openAccount(server.url);
  await logIn(page, account, { url: server.url });
  await show(page, server.url, '/exchange/btcusdt');
  await bell(page).click();
  const sheet = await openedSheet(page);
  const submit = sheet.getByRole('button', { name: 'Set alert' });
  await submit.click();
  await expect(sheet.getByText('Enter a value.')).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Price' }).fill('1');
  await submit.click();
  await expect(sheet.getByText('Choose a price above the current one.')).toBeVisible();
  await sheet.getByRole('radio', { name: 'Below' }).check();
  await sheet.getByRole('textbox', { name: 'Price' }).fill('9000000');
  await submit.click();
  await expect(sheet.getByText('Choose a price below the current one.')).toBeVisible();
  await sheet.getByRole('radio', { name: '24h change' }).check();
  await sheet.getByRole('textbox', { name: /Change/ }).fill('500');
  await submit.click();
  await expect(sheet.getByText('Enter a value between 0.1 and 100.')).toBeVisible();
  await sheet.getByRole('radio', { name: '±20%' }).check();
  await submit.click();
  await expect(page.getByText('Alert set')).toBeVisible();
  expect(need(await account.client.call(queryAlerts, {})).RESULT_LIST).toMatchObject([
    { kind: 'change', target: '20' },
  ]);
});

test('a guest is led to the login and back to the coin', async ({ page }) => {
  const account = await openAccount(server.url);
  await show(page, server.url, '/exchange/solusdt');
  await page.getByRole('link', { name: 'Set a price alert for SOL' }).click();
  await expect(page).toHaveURL(/#\/login\?redirect=%2Fexchange%2Fsolusdt$/);
  await page.getByLabel('Account', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/#\/exchange\/solusdt$/);
  await expect(bell(page, 'SOL')).toBeVisible();
});

test('without a mouse: the sheet takes the focus, an alert is set, and the bell has the focus again', async ({
  page,
}) => {
  const account = await openAccount(server.url);
  await logIn(page, account, { url: server.url });
  await show(page, server.url, '/exchange/btcusdt');
  await tabTo(page, bell(page));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await keepsFocus(page, sheet, Array<string>(12).fill('Tab'));
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, sheet.getByRole('textbox', { name: 'Price' }));
  await page.keyboard.type('9000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Alert set')).toBeVisible();
  await expect(bell(page)).toBeFocused();
});

for (const look of looks) {
  test(`nobody is shut out: ${look.name}`, async ({ page }) => {
    const say = wordsOf(look.language);
    await takeLook(page, look);
    const account = await openAccount(server.url);
    await setAround(account, 'ETH');
    need(await account.client.call(createAlert, { coin: 'SHIB', kind: 'change', target: '12.5' }));
    await logIn(page, account, { url: server.url });
    await show(page, server.url, '/alerts');
    await expect(page.getByRole('list', { name: say('alerts.messages') })).toBeVisible();
    await judge(page, `alerts-${look.name}`);
    await show(page, server.url, '/exchange/btcusdt');
    await page
      .locator('header, main')
      .getByRole('button')
      .filter({ has: page.locator('svg.lucide-bell') })
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.getByRole('dialog').getByRole('radio').nth(4).check();
    await judge(page, `sheet-${look.name}`);
  });
}

test.describe('on the device', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the browser is asked by a tap alone; what is pushed is shown, and leads to the coin', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['notifications'], { origin: server.url });
    const browser = service.browser('/this-phone');
    await pretendPush(page, browser.device);
    const account = await openAccount(server.url);
    await logIn(page, account, { url: server.url });
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true); // oxfmt-ignore
    await show(page, server.url, '/alerts');
    const push = page.getByRole('switch', { name: 'Push notifications on this device' });
    await expect(push).toBeEnabled();
    await expect(push).not.toBeChecked();
    expect(await page.evaluate(() => localStorage.getItem('pretended'))).toBeNull();
    await page.getByText('Push notifications on this device').click();
    await expect(page.getByText('Push notifications are on')).toBeVisible();
    await expect(push).toBeChecked();
    const asked = await page.evaluate(() => localStorage.getItem('pretended'));
    expect(asked).toBe(need(await account.client.call(queryAlertSettings, {})).push_key);

    await setAround(account, 'ETH');
    await expect.poll(() => service.received('/this-phone').length).toBeGreaterThan(0);
    const payload = browser.decrypt(service.received('/this-phone')[0]!.body);
    const { title, path } = JSON.parse(payload) as { title: string; path: string };
    expect(title).toMatch(/^ETH has (reached|fallen to)/);
    expect(path).toBe('/exchange/ethusdt');
    await deliver(page, payload);
    const shown = () => page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title: words }) => words)); // oxfmt-ignore
    await expect.poll(shown).toEqual([title]);
    // The same once more takes the place of the first.
    await deliver(page, payload);
    await page.waitForTimeout(300);
    expect(await shown()).toEqual([title]);
    await press(page);
    await expect(page).toHaveURL(/#\/exchange\/ethusdt$/);
    await expect.poll(shown).toEqual([]);

    await show(page, server.url, '/alerts');
    await page.getByText('Push notifications on this device').click();
    await expect(push).not.toBeChecked();
    const before = service.received('/this-phone').length;
    await setAround(account, 'SOL');
    await expect(page.getByText(/^SOL has (reached|fallen to) /).first()).toBeVisible();
    await page.waitForTimeout(1_000);
    expect(service.received('/this-phone')).toHaveLength(before);
  });

  test('where it is blocked, the page says so and what to do', async ({ page, context }) => {
    await context.clearPermissions();
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
    await logIn(page, await openAccount(server.url), { url: server.url });
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true); // oxfmt-ignore
    await show(page, server.url, '/alerts');
    await expect(page.getByText(/^Notifications of this site are blocked/)).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Push notifications on this device' })).toBeDisabled();
  });
});

test('a browser without a way to push says so plainly; mail is a tap', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'));
  const account = await openAccount(server.url);
  await logIn(page, account, { url: server.url });
  await show(page, server.url, '/alerts');
  await expect(page.getByText(/^This browser cannot receive push notifications/)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Push notifications on this device' })).toBeDisabled();
  const mail = page.getByRole('switch', { name: 'E-mail' });
  await expect(page.getByText(`To ${account.email}`)).toBeVisible();
  await page.getByText('E-mail', { exact: true }).click();
  await expect(mail).toBeChecked();
  await expect.poll(async () => need(await account.client.call(queryAlertSettings, {})).wants_mail).toBe(true);
});

/** An alert a little above the price and one a little below: a market that moves fires one of them. */
async function setAround({ client }: Account, coin: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    const { coins } = need(await client.call(getMarketSummary, {}));
    const price = +coins.find((one) => one.coin === coin)!.price!;
    const at = (kind: 'above' | 'below', by: number) =>
      client.call(createAlert, { coin, kind, target: (price + by).toFixed(2) }, { idempotencyKey: randomUUID() });
    const made = [await at('above', 0.02), await at('below', -0.02)];
    if (made.every(({ ok }) => ok)) return;
  }
  throw new Error('the price moved past every alert before it was set');
}

async function deleteWaiting({ client }: Account, coin: string): Promise<void> {
  for (const alert of need(await client.call(queryAlerts, {})).RESULT_LIST) {
    if (alert.coin === coin && alert.fired === null) await client.call(deleteAlert, { alert_id: alert.alert_id });
  }
}

async function judge(page: Page, name: string): Promise<void> {
  await judgeShown(page, name);
  // Letters twice as large, on the narrowest phone.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await isStill(page);
  await judgeWidth(page, `${name} in large letters`);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await page.setViewportSize({ width: 375, height: 812 });
}

/** A browser's push service is somewhere else; here it is the one of the test. What was asked with is left in storage. */
async function pretendPush(page: Page, device: { endpoint: string; p256dh: string; auth: string }): Promise<void> {
  await page.addInitScript(({ endpoint, ...keys }) => {
    const subscription = (key: string) => ({
      endpoint,
      options: { applicationServerKey: Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer }, // oxfmt-ignore
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        localStorage.removeItem('pretended');
        return true;
      },
    });
    const base64url = (bytes: Uint8Array): string =>
      btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const key = localStorage.getItem('pretended');
        return key === null ? null : subscription(key);
      },
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        localStorage.setItem('pretended', base64url(applicationServerKey));
        return subscription(base64url(applicationServerKey));
      },
    });
  }, device);
}

/** Hands a message to the service worker as the browser does when its push service has woken it. */
async function deliver(page: Page, data: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(server.url));
      if (found) resolve(found.registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  await client.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId: await registered, data });
  await client.detach();
}

/** A finger on the notification. */
async function press(page: Page): Promise<void> {
  const worker = page.context().serviceWorkers()[0]!;
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      dispatchEvent(event: Event): boolean;
      NotificationEvent: new (name: string, init: { notification: Notification }) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification: notification! }));
  });
}
