// The two engines of browsers besides Chromium, from Debian: Firefox ESR, spoken to by puppeteer over WebDriver BiDi, and WebKitGTK, spoken
// to by Selenium over WebDriver on a display that nobody sees.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { readUntil, until } from '../../src/kit/until.test-support.ts';
import { installPackages, isDebianRoot } from '../run/debian-packages.ts';
import { requireClient } from './clients-package.ts';

export interface EnginePage {
  goto(url: string): Promise<void>;
  /** Presses what an XPath finds, once it is there. */
  press(xpath: string): Promise<void>;
  /** Presses it if it can be pressed now: what it opens may cover it. */
  tap(xpath: string): Promise<void>;
  type(xpath: string, text: string): Promise<void>;
  /** What an expression of JavaScript is in the page. */
  read<Value>(expression: string): Promise<Value>;
  picture(path: string): Promise<void>;
  close(): Promise<void>;
}

const programs = {
  firefox: ['/usr/bin/firefox-esr', 'firefox-esr'],
  webkit: ['/usr/bin/WebKitWebDriver', 'webkit2gtk-driver'],
  display: ['/usr/bin/Xvfb', 'xvfb'],
  // Without a way to draw, WebKitGTK crashes at the first page that it composes of layers.
  drawing: ['/usr/lib/x86_64-linux-gnu/dri/swrast_dri.so', 'libgl1-mesa-dri'],
} as const;
const miniBrowsers = ['4.1', '4.0'].map((version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`);
const isThere = (): boolean => Object.values(programs).every(([path]) => existsSync(path));

/** Why they can't be used here; undefined where they are there, or were installed now. */
export function whyNoEngines(): string | undefined {
  if (isThere()) return undefined;
  if (!isDebianRoot()) return 'Firefox ESR and WebKitGTK are not installed, and only root of a Debian may';
  return installPackages(...Object.values(programs).map(([, name]) => name)) && isThere() ? undefined : 'they could not be installed'; // oxfmt-ignore
}

const size = { width: 375, height: 812 };
/** Its window with the bars; it is not drawn narrower, and the same shape as the other. */
const webkitSize = { width: 447, height: 1006 };

interface Handle {
  click(): Promise<void>;
  type(text: string): Promise<void>;
}
interface PuppeteerPage {
  goto(url: string): Promise<unknown>;
  setViewport(size: object): Promise<void>;
  $(selector: string): Promise<Handle | null>;
  evaluate(code: string): Promise<unknown>;
  screenshot(options: { path: string }): Promise<unknown>;
}
interface Puppeteer {
  launch(options: object): Promise<{ newPage(): Promise<PuppeteerPage>; close(): Promise<void> }>;
}

export async function openFirefox(): Promise<EnginePage> {
  const { default: puppeteer } = requireClient('puppeteer-core') as { default: Puppeteer };
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: programs.firefox[0], headless: true });
  const page = await browser.newPage();
  await page.setViewport(size);
  const once = async (xpath: string, act: (found: Handle) => Promise<void>): Promise<void> =>
    act((await page.$(`::-p-xpath(${xpath})`))!);
  const act = (xpath: string, act: (found: Handle) => Promise<void>): Promise<void> =>
    untilDone(`in Firefox: ${xpath}`, () => once(xpath, act));
  return {
    goto: async (url) => void (await page.goto(url)),
    press: (xpath) => act(xpath, (found) => found.click()),
    tap: (xpath) => once(xpath, (found) => found.click()).catch(() => undefined),
    type: (xpath, text) => act(xpath, (found) => found.type(text)),
    read: async <Value>(expression: string) => (await page.evaluate(expression)) as Value,
    picture: async (path) => void (await page.screenshot({ path })),
    close: () => browser.close(),
  };
}

interface Element {
  click(): Promise<void>;
  sendKeys(text: string): Promise<void>;
}
interface Driver {
  get(url: string): Promise<void>;
  findElements(by: object): Promise<Element[]>;
  executeScript(code: string, ...args: unknown[]): Promise<unknown>;
  takeScreenshot(): Promise<string>;
  manage(): { window(): { setRect(rect: object): Promise<unknown> } };
  quit(): Promise<void>;
}
interface Selenium {
  By: { xpath(path: string): object };
  Capabilities: new (wanted: object) => object;
  Builder: new () => { usingServer(url: string): { withCapabilities(wanted: object): { build(): Driver } } };
}

export async function openWebkit(): Promise<EnginePage> {
  const { Builder, By, Capabilities } = requireClient('selenium-webdriver') as Selenium;
  const folder = mkdtempSync(join(tmpdir(), 'candor-webkit-'));
  const display = `:${((await freePort()) % 10_000) + 100}`;
  const children = [spawn(programs.display[0], [display, '-screen', '0', `${webkitSize.width}x${webkitSize.height}x24`, '-nolisten', 'tcp'], { stdio: 'ignore' })]; // oxfmt-ignore
  const port = await freePort();
  const home = { HOME: folder, XDG_RUNTIME_DIR: folder, DISPLAY: display };
  children.push(spawn(programs.webkit[0], [`--port=${port}`], { stdio: 'ignore', env: { ...process.env, ...home } }));
  await until('WebKit’s driver answers', () => fetch(`http://127.0.0.1:${port}/status`).then(() => true, () => false)); // oxfmt-ignore
  const wanted = {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowsers.find((path) => existsSync(path)), args: ['--automation'] },
  };
  const driver = new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(new Capabilities(wanted)).build(); // oxfmt-ignore
  await driver
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...webkitSize });
  async function once(xpath: string, act: (found: Element) => Promise<void>): Promise<void> {
    const [found] = await driver.findElements(By.xpath(xpath));
    // Its driver presses only what is in view, which it is with the next frame.
    await driver.executeScript('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', found);
    await sleep(100);
    await act(found!);
  }
  const act = (xpath: string, act: (found: Element) => Promise<void>): Promise<void> =>
    untilDone(`in WebKit: ${xpath}`, () => once(xpath, act));
  return {
    goto: (url) => driver.get(url),
    press: (xpath) => act(xpath, (found) => found.click()),
    tap: (xpath) => once(xpath, (found) => found.click()).catch(() => undefined),
    type: (xpath, text) => act(xpath, (found) => found.sendKeys(text)),
    read: async <Value>(expression: string) => (await driver.executeScript(`return ${expression}`)) as Value,
    picture: async (path) => writeFileSync(path, Buffer.from(await driver.takeScreenshot(), 'base64')),
    async close() {
      await driver.quit().catch(() => undefined);
      for (const child of children) await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What is acted on may not be there yet, or be covered, or be just moving. */
async function untilDone(what: string, act: () => Promise<void>): Promise<void> {
  const failureOf = async (): Promise<unknown> => {
    try {
      await act();
      return undefined;
    } catch (error) {
      return error;
    }
  };
  await readUntil(what, failureOf, (failure) => failure === undefined);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const end = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    if (!child.kill()) resolve();
  });
