// npm run bench -- memory [--minutes 60] [--speed 60] [--faults 0.05] [--seed 1] [--json]: the real server on recorded prices, played
// faster than they were and from an exchange that keeps failing, and a page that somebody walks through; neither may grow.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchResult } from './bench-result.ts';
import { inspectedOptions, openInspectors, type Inspector } from './memory/ask-inspector.ts';
import { compareEnds, type Sample } from './memory/compare-ends.ts';
import { readPage, walk } from './memory/walk-page.ts';
import { onEarlyEnd, own, progress } from './own-processes.ts';
import { endWithUsage, readArguments } from './read-arguments.ts';
import { renderTable } from './render-table.ts';
import { freePort } from '../../server/src/kit/free-ports.test-support.ts';
import { residentBytesOfServer } from '../../server/src/kit/processes.test-support.ts';
import { killAll, repository, startServer, stopServer, type ServerProcess } from './server-process.ts';
import { startReplay } from './soak/replay.ts';
import { logInToPage, openBrowser, type BenchBrowser } from './web/browser.ts';

const usage = 'npm run bench -- memory [--minutes 60] [--speed 60] [--faults 0.05] [--seed 1] [--json]';
const replayTool = join(repository, '../shared/tools/htx-replay.mjs');
const warmUpWalks = 60;
/** What the last sixth of the time may hold of what the first held. */
const growthMax = 1.1;
/** These hold what is kept; the others are told to whoever looks for the cause. */
const bounded = ['server', 'serverResident', 'page'];
const skipped = `Skipped: it needs recorded prices, and ${replayTool} is not there.\n`;

export async function benchMemory(args: string[]): Promise<BenchResult> {
  const { minutes, speed, faults, seed } = readPlan(args);
  if (!existsSync(replayTool)) return { text: skipped, json: { memory: null }, faults: [] };
  const directory = mkdtempSync(join(tmpdir(), 'candor-bench-memory-'));
  const replay = await startReplay({ replayTool, port: await freePort(), faults, seed, speed });
  own(replay.child);
  const environment = {
    MARKET_SOURCE: 'htx',
    HTX_WS: replay.websocketUrl,
    HTX_REST: replay.restUrl,
    LOG_LEVEL: 'error',
    NODE_OPTIONS: inspectedOptions,
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
    const inspector = await openInspectors(server.logFile);
    browser = await openBrowser(join(directory, 'browser'));
    return report(await watchMemory({ server, inspector, browser, minutes }));
  } finally {
    await browser?.close();
    replay.child.kill();
    await stopServer(server);
    await clean();
  }
}

function readPlan(args: string[]): { minutes: number; speed: number; faults: number; seed: number } {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const options = { minutes: text('60'), speed: text('60'), faults: text('0.05'), seed: text('1') };
  const { values } = readArguments(usage, { args, options });
  const [minutes, speed, faults, seed] = [values.minutes, values.speed, values.faults, values.seed].map(Number);
  const isSound = minutes! >= 1 && speed! >= 1 && faults! >= 0 && faults! <= 1 && Number.isInteger(seed);
  if (!isSound) endWithUsage(usage, 'minutes and speed are at least 1, faults is from 0 to 1, seed is a whole number');
  return { minutes: minutes!, speed: speed!, faults: faults!, seed: seed! };
}

interface Watched {
  server: ServerProcess;
  inspector: Inspector;
  browser: BenchBrowser;
  minutes: number;
}

async function watchMemory({ server, inspector, browser, minutes }: Watched): Promise<Sample[]> {
  await logInToPage(browser, server.url);
  const page = await browser.context.newPage();
  const session = await browser.context.newCDPSession(page);
  await page.goto(`${server.url}/#/home`);
  await page.locator('main:visible').first().waitFor();
  // Every screen has been open, and often enough that the browser has compiled what it will: that belongs to what the app is.
  for (let times = 0; times < warmUpWalks; times++) await walk(page, server.url, 400);
  const samples: Sample[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < minutes * 60_000) {
    await walk(page, server.url);
    const { heldBytes, nodes, listeners } = await readPage(session);
    const values = {
      server: await inspector.heldBytes(),
      serverResident: residentBytesOfServer(server.child.pid!),
      page: heldBytes,
      pageNodes: nodes,
      pageListeners: listeners,
    };
    samples.push({ atMs: performance.now() - startedAt, values });
    if (samples.length % 20 === 1) progress(`round ${samples.length}: ${JSON.stringify(values)}`);
  }
  inspector.close();
  return samples;
}

function report(samples: readonly Sample[]): BenchResult {
  const growth = Object.entries(compareEnds(samples));
  const isCount = (name: string): boolean => name === 'pageNodes' || name === 'pageListeners';
  const shown = (name: string, value: number): string =>
    isCount(name) ? value.toFixed(0) : `${(value / 2 ** 20).toFixed(1)} MB`;
  const grown = growth.filter(([name, { ratio }]) => bounded.includes(name) && ratio > growthMax);
  return {
    text: renderTable(
      ['memory', 'first sixth', 'last sixth', 'ratio', 'at most'],
      growth.map(([name, { first, last, ratio }]) => [
        name,
        shown(name, first),
        shown(name, last),
        ratio.toFixed(3),
        bounded.includes(name) ? String(growthMax) : '',
      ]),
    ),
    json: { memory: Object.fromEntries(growth) },
    faults: grown.map(([name, { ratio }]) => `${name} grew to ${ratio.toFixed(2)} of what it was`),
  };
}
