// Price alerts on the device, and what their page and sheet look like where there is a way to push.
import { createAlert, queryAlertSettings } from '@candor/wire';
import { expect, test, type Page } from '@playwright/test';
import { openPushService, type PushService } from '../server/test/support/neighbours/push-double.ts';
import { logIn, need, openAccount } from './support/accounts.ts';
import { setAround } from './support/alerts.ts';
import { judgeShown, judgeWidth } from './support/judge.ts';
import { isStill, looks, show, takeLook } from './support/screens.ts';
import { startServer, type TestServer } from './support/server.ts';
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
