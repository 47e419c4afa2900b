// How the built app does on a phone: Lighthouse's marks of Home and of the options screen, and the frames of the screens that
// tick, on a processor four times slower with 21 coins at ten updates a second. The real server, a market of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './closed-loop.ts';
import type { BenchResult } from './main.ts';
import { onEarlyEnd, own, progress } from './own-processes.ts';
import { renderTable } from './render-table.ts';
import { freePort, killAll, startServer, stopServer } from './server-process.ts';
import { askLighthouse, type Marks } from './web/ask-lighthouse.ts';
import { logInToPage, openBrowser, type BenchBrowser } from './web/browser.ts';
import { measureFrames, type Frames } from './web/measure-frames.ts';

type Screen = 'home' | 'options' | 'quotation';
interface Measured {
  marks?: Marks;
  frames?: Frames;
}

const bars = {
  performance: 90,
  accessibility: 100,
  bestPractices: 100,
  longTasks: 0,
  medianFrameMs: 16.7,
  p95FrameMs: 20,
};

export async function benchWeb({ rounds = 3 }: { rounds?: number | undefined }): Promise<BenchResult> {
  const directory = mkdtempSync(join(tmpdir(), 'candor-bench-web-'));
  const environment = { MARKET_SOURCE: 'simulated', SIMULATED_STEP_MS: '100', LOG_LEVEL: 'error' };
  const server = await startServer({ dataDirectory: directory, port: await freePort(), environment });
  own(server.child);
  const clean = async (): Promise<void> => {
    killAll(server, directory);
    rmSync(directory, { recursive: true, force: true });
  };
  onEarlyEnd(clean);
  const browser = await openBrowser(join(directory, 'browser'));
  try {
    return report(await measureAll(browser, { url: server.url, rounds }));
  } finally {
    await browser.close();
    await stopServer(server);
    await clean();
  }
}

async function measureAll(
  browser: BenchBrowser,
  { url, rounds }: { url: string; rounds: number },
): Promise<Record<Screen, Measured>> {
  const home = await askRounds(browser, { url: `${url}/#/home`, rounds });
  await logInToPage(browser, url);
  const options = await askRounds(browser, { url: `${url}/#/contracts`, rounds });
  const frames = async (path: string): Promise<Frames> => {
    const measured = await measureFrames(browser, { url, path });
    progress(`frames of ${path}: ${JSON.stringify(measured)}`);
    return measured;
  };
  return {
    home: { marks: home },
    options: { marks: options, frames: await frames('/contracts') },
    quotation: { frames: await frames('/quotation') },
  };
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

function report(measured: Record<Screen, Measured>): BenchResult {
  const rows: string[][] = [];
  const faults: string[] = [];
  const web: Record<string, Record<string, number>> = {};
  for (const [screen, { marks, frames }] of Object.entries(measured)) {
    const { failed = [], ...numbers } = { ...marks, ...frames };
    web[screen] = numbers as Record<string, number>;
    for (const [name, value] of Object.entries(web[screen])) {
      const bar = name in bars ? bars[name as keyof typeof bars] : undefined;
      const isMark = marks !== undefined && name in marks;
      const isMet = bar === undefined || (isMark ? value >= bar : value <= bar);
      rows.push([
        `${screen} ${name}`,
        String(value),
        bar === undefined ? '' : `${isMark ? '>=' : '<='} ${bar}`,
        isMet ? '' : 'missed',
      ]);
    }
    if (failed.length > 0) faults.push(`${screen}: ${failed.join(', ')}`);
  }
  return { text: renderTable(['screen', 'measured', 'bar', ''], rows), json: { web }, faults };
}
