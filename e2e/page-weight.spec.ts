// What a browser really fetches to show a page, against the budgets in web/page-budgets.json: the scripts, the texts and the
// workers, compressed as they travel. What the page gets ahead when it has time is not part of it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import budgets from '../web/page-budgets.json' with { type: 'json' };
import { logIn, openAccount } from './support/accounts.ts';
import { startServer, type TestServer } from './support/server.ts';

const dist = join(import.meta.dirname, '../web/dist');
/** For the page's style sheet, the one for all pages. */
const styleBudget = 11.3;
/** After what was waited for: what listens to pushes comes with the first quiet seconds. */
const lateMs = 4_000;

type Storage = Awaited<ReturnType<BrowserContext['storageState']>>;
type Name = keyof typeof budgets;

let server: TestServer;
let loggedIn: Storage;
test.beforeAll(async ({ browser }) => {
  server = await startServer();
  const context = await browser.newContext();
  const page = await context.newPage();
  await logIn(page, await openAccount(server.url), { url: server.url });
  loggedIn = await context.storageState();
  await context.close();
});
test.afterAll(() => server.stop());

interface Visit {
  path: string;
  /** What shows that all of the page is there. */
  shown: (page: Page) => Locator;
  isLoggedIn?: boolean;
  trading?: Record<string, string>;
  act?: (page: Page) => Promise<void>;
}

const chart = (page: Page): Locator => page.locator('main canvas').first();
const cfd = { path: '/contracts', isLoggedIn: true, trading: { treatyType: 'cfd' } };
const visits: Record<Name, Visit> = {
  home: { path: '/home', shown: (page) => page.getByRole('link', { name: 'Open an account' }).first() },
  options: { path: '/contracts', isLoggedIn: true, shown: chart },
  CFD: { ...cfd, shown: chart },
  'CFD with its ticket open': {
    ...cfd,
    shown: chart,
    async act(page) {
      await page.getByRole('button', { name: 'Long', exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('button').first()).toBeVisible();
    },
  },
  swap: {
    path: '/exchange',
    isLoggedIn: true,
    shown: (page) => page.getByRole('textbox', { name: 'You give' }),
  },
  login: { path: '/login', shown: (page) => page.getByLabel('Account', { exact: true }) },
  register: { path: '/register', shown: (page) => page.getByLabel('Password', { exact: true }) },
};

for (const [name, visit] of Object.entries(visits) as [Name, Visit][]) {
  test(`${name} weighs no more than its budget`, async ({ browser }) => {
    const files = await filesOf(browser, visit);
    const kinds = Map.groupBy(files, (path) => path.split('.').at(-1)!);
    const kilobytes = (kind: string): number =>
      (kinds.get(kind) ?? []).reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length, 0) / 1000;
    const said = `${name}: scripts ${kilobytes('js').toFixed(1)} kB, styles ${kilobytes('css').toFixed(1)} kB`;
    test.info().annotations.push({ type: 'weight', description: said });
    expect(kilobytes('js'), said).toBeGreaterThan(50);
    expect(kilobytes('js'), said).toBeLessThanOrEqual(budgets[name]);
    expect(kilobytes('css'), said).toBeLessThanOrEqual(styleBudget);
    expect(kinds.get('woff2') ?? [], 'a font of its own').toEqual([]);
  });
}

/** The paths of all files of the built app that a browser without any of them asks for. */
async function filesOf(browser: Browser, { path, shown, isLoggedIn, trading, act }: Visit): Promise<readonly string[]> {
  const context = await browser.newContext(isLoggedIn ? { storageState: loggedIn } : {});
  try {
    await context.addInitScript((state) => {
      // What is got ahead begins when the browser has time, which it never has here.
      globalThis.requestIdleCallback = () => 0;
      if (state) localStorage.setItem('candor.trading', JSON.stringify({ state, version: 1 }));
    }, trading);
    const page = await context.newPage();
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).pathname));
    await page.goto(`${server.url}/#${path}`);
    await expect(shown(page)).toBeVisible();
    await act?.(page);
    await page.waitForTimeout(lateMs);
    return [...asked].filter((one) => one !== '/' && existsSync(join(dist, one)));
  } finally {
    await context.close();
  }
}
