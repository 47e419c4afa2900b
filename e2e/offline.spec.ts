// The app without a connection, and what becomes of an app that stays open while a new version comes out.
import { expect, test, type Page } from '@playwright/test';
import { Agent, createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { logInByForm, openAccount } from './support/accounts.ts';
import { sharedServer } from './support/server.ts';

test.use({ serviceWorkers: 'allow' });

const server = sharedServer;

test('without a connection the app opens with what was known last, and says that it may be old', async ({
  page,
  context,
}) => {
  await logInByForm(page, await openAccount(server.url), { url: server.url });
  await expect(page.getByText('1,000.0000').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /BTC/ }).first()).toBeVisible();
  await isKept(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('candor.last') ?? '')).toContain('1000');

  expect((await keptPaths(page)).filter((path) => !isFileOfTheApp(path))).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeVisible();
  await expect(page.getByText('1,000.0000').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /BTC.*\d,\d/ }).first()).toBeVisible();
  await page.goto(`${server.url}/#/asset`);
  await expect(page.getByText('1,000.0000').filter({ visible: true }).first()).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('You are offline. What you see may be out of date.')).toBeHidden();
});

test('the next person on the same phone finds nothing of the one before', async ({ page }) => {
  await logInByForm(page, await openAccount(server.url), { url: server.url });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('candor.last') ?? '')).toContain('1000');
  await page.goto(`${server.url}/#/personal`);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await page.waitForTimeout(2_500);
  expect(await page.evaluate(() => localStorage.getItem('candor.last') ?? '')).not.toContain('coin_code');
});

test('a new version is offered, and taken when the person says so', async ({ page }) => {
  const release = await openRelease(server.url);
  await page.goto(release.url);
  await isKept(page);
  await expect(page.getByText('A new version is ready.')).toBeHidden();
  release.bringNew();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Update' }).click()]);
  await expect(page.getByRole('link', { name: 'Open an account' }).first()).toBeVisible();
  await expect(page.getByText('A new version is ready.')).toBeHidden();
  const caches = await page.evaluate(async () => (await globalThis.caches.keys()).length);
  expect(caches).toBe(1);
  release.close();
});

/** The worker is in charge and has the files, those of the first visit included. */
async function isKept(page: Page): Promise<void> {
  const count = async () => {
    if (!(await page.evaluate(() => navigator.serviceWorker.controller !== null))) return 0;
    const paths = await keptPaths(page);
    return paths.some((path) => path.includes('/en-more-')) ? paths.length : 0;
  };
  await expect.poll(count).toBeGreaterThan(20);
}

/** Of everything that any cache of the page's origin holds. */
const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(opened.map((cache) => cache.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname);
  });

/** No answer of the server's: those stand below /api, /market and the paths of the exchange's form. */
const isFileOfTheApp = (path: string): boolean =>
  path === '/' ||
  /^\/(?:assets|coins)\/[\w.-]+$/.test(path) ||
  /^\/[\w-]+\.(?:png|svg|js|webmanifest|html)$/.test(path);

/** The server's pages, with another service worker from the day on that a new version comes out. */
async function openRelease(origin: string): Promise<{ url: string; bringNew(): void; close(): void }> {
  let isNew = false;
  // As a browser does: who opens one for each of hundreds of files is not let in at each.
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const front: Server = createServer((request, response) => {
    const headers = { accept: request.headers.accept ?? '*/*' };
    const asked = ask(origin + request.url!, { agent, headers }, (answer) => {
      void text(answer).then((body) => {
        const isWorker = request.url === '/service-worker.js';
        response.writeHead(answer.statusCode!, { 'content-type': answer.headers['content-type'] ?? 'text/plain' });
        response.end(isWorker && isNew ? body.replace(/builtVersion="\w+"/, 'builtVersion="new"') : body);
      });
    });
    asked.on('error', () => response.destroy());
    asked.end();
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bringNew: () => void (isNew = true),
    close() {
      agent.destroy();
      front.closeAllConnections();
    },
  };
}
