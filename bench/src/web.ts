// How the built app does on a phone: Lighthouse's marks of Home and of the options screen, and the frames of the screens that
// tick, on a processor four times slower with 21 coins at ten updates a second. The real server, a market of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './closed-loop.ts';
import type { BenchResult } from './bench-result.ts';
import { onEarlyEnd, own, progress } from './own-processes.ts';
import { freePort } from '../../server/src/kit/free-ports.test-support.ts';
import { killAll, startServer, stopServer } from './server-process.ts';
import { askLighthouse, type Marks } from './web/ask-lighthouse.ts';
import { logInToPage, openBrowser, type BenchBrowser } from './web/browser.ts';
import { countUpdates } from './web/count-updates.ts';
import { measureFrames, type Frames } from './web/measure-frames.ts';
import { reportWeb, type Screens } from './web/report-web.ts';

/** A step is missed now and then, and a tick is at least 100 ms after the one before: this near to ten is ten. */
const updatesMin = 8;
/** What other programs took from the page's main thread, at most, for a round to be called quiet. */
const waitedMax = 0.1;

export async function benchWeb({ rounds = 3 }: { rounds?: number | undefined }): Promise<BenchResult> {
  const directory = mkdtempSync(join(tmpdir(), 'candor-bench-web-'));
  const environment = {
    MARKET_SOURCE: 'simulated',
    SIMULATED_STEP_MS: '100',
    SIMULATED_RESTLESS: 'on',
    LOG_LEVEL: 'error',
  };
  const server = await startServer({ dataDirectory: directory, port: await freePort(), environment });
  own(server.child);
  const clean = async (): Promise<void> => {
    killAll(server, directory);
    rmSync(directory, { recursive: true, force: true });
  };
  onEarlyEnd(clean);
  let browser: BenchBrowser | undefined;
  try {
    browser = await openBrowser(join(directory, 'browser'));
    return reportWeb(await measureAll(browser, { url: server.url, rounds }));
  } finally {
    await browser?.close();
    await stopServer(server);
    await clean();
  }
}

async function measureAll(
  browser: BenchBrowser,
  { url, rounds }: { url: string; rounds: number },
): Promise<{ screens: Screens; faults: string[] }> {
  const home = await askRounds(browser, { url: `${url}/#/home`, rounds });
  await logInToPage(browser, url);
  const options = await askRounds(browser, { url: `${url}/#/contracts`, rounds });
  const endCount = countUpdates(url);
  const framesOf = (path: string): Promise<Frames> => measureRounds(browser, { url, path, rounds });
  const screens = {
    home: { marks: home },
    options: { marks: options, frames: await framesOf('/contracts') },
    quotation: { frames: await framesOf('/quotation') },
  };
  const updates = endCount();
  progress(`the slowest coin changed ${updates.toFixed(1)} times a second`);
  const isLoaded = updates >= updatesMin;
  return { screens, faults: isLoaded ? [] : [`a coin changed only ${updates.toFixed(1)} times a second`] };
}

/** The median of the rounds, mark by mark: one round on a shared machine says little. */
async function askRounds(browser: BenchBrowser, { url, rounds }: { url: string; rounds: number }): Promise<Marks> {
  const all: Marks[] = [];
  for (let round = 1; round <= rounds; round++) {
    all.push(await askLighthouse(browser, url));
    progress(`round ${round} of ${url}: ${JSON.stringify(all.at(-1))}`);
  }
  const middle = (name: 'performance' | 'accessibility' | 'bestPractices'): number =>
    median(all.map((one) => one[name]));
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    bestPractices: middle('bestPractices'),
    failed: [...new Set(all.flatMap(({ failed }) => failed))],
  };
}

/** Rounds in which others kept the processor busy are measured again, as often again; the quietest ones count. */
async function measureRounds(
  browser: BenchBrowser,
  { url, path, rounds }: { url: string; path: string; rounds: number },
): Promise<Frames> {
  const all: Frames[] = [];
  const quiet = (): number => all.filter(({ waitedShare }) => waitedShare <= waitedMax).length;
  while (all.length < rounds * 2 && quiet() < rounds) {
    all.push(await measureFrames(browser, { url, path }));
    progress(`round ${all.length} of the frames of ${path}: ${JSON.stringify(all.at(-1))}`);
  }
  const quietest = all.toSorted((left, right) => left.waitedShare - right.waitedShare).slice(0, rounds);
  const middle = (name: keyof Frames): number => median(quietest.map((frames) => frames[name]));
  return {
    longTasks: middle('longTasks'),
    medianFrameMs: middle('medianFrameMs'),
    p95FrameMs: middle('p95FrameMs'),
    longestWorkMs: middle('longestWorkMs'),
    p95WorkMs: middle('p95WorkMs'),
    waitedShare: middle('waitedShare'),
  };
}
