// npm run bench -- soak [--minutes 10] [--faults 0.05] [--rate 50] [--seed 1] [--json]: the real server on recorded prices from
// an exchange that keeps failing and falls silent once, under options and contracts; afterwards every order is recomputed from the
// public archive.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchResult } from './bench-result.ts';
import { endWithUsage, readArguments } from './read-arguments.ts';
import { repository } from './server-process.ts';
import { playSoak } from './soak/play-soak.ts';
import type { SoakOptions, SoakReport } from './soak/play-soak.ts';

const usage = 'npm run bench -- soak [--minutes 10] [--faults 0.05] [--rate 50] [--seed 1] [--json]';
const replayTool = join(repository, '../shared/tools/htx-replay.mjs');

export async function benchSoak(args: string[]): Promise<BenchResult> {
  const plan = readPlan(args);
  if (!existsSync(replayTool)) {
    const text = `Skipped: the soak needs recorded prices, and ${replayTool} is not there.\n`;
    return { text, json: { soak: null }, faults: [] };
  }
  const report = await playSoak({ ...plan, replayTool, say: (line) => void process.stderr.write(`${line}\n`) });
  return { text: `${linesOf(report).join('\n')}\n`, json: { soak: report }, faults: report.faults };
}

function readPlan(args: string[]): Omit<SoakOptions, 'replayTool' | 'say'> {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { values } = readArguments(usage, {
    args,
    options: {
      minutes: text('10'),
      faults: text('0.05'),
      rate: text('50'),
      seed: text('1'),
    },
  });
  const [minutes, faults, rate, seed] = [values.minutes, values.faults, values.rate, values.seed].map(Number);
  const isSound =
    minutes! >= 1 && faults! >= 0 && faults! <= 1 && rate! > 0 && rate! <= 1_000 && Number.isInteger(seed);
  if (!isSound)
    endWithUsage(usage, 'minutes is at least 1, rate is above 0, faults is from 0 to 1, seed is a whole number');
  return { minutes: minutes!, faults: faults!, rate: rate!, seed: seed! };
}

function linesOf(report: SoakReport): string[] {
  const { orders, results, placementMs, settlementMs, market } = report;
  const list = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ') || 'none';
  const times = ({ median, p99, max }: SoakReport['placementMs']): string =>
    `median ${median} ms, p99 ${p99} ms, max ${max} ms`;
  return [
    `orders        ${orders.placed} options and ${orders.contracts} contracts placed, ${report.rate} requests a second for ${report.minutes} minutes; refused: ${list(orders.refused)}`,
    `results       ${list(results)}; recomputed from ${report.ticks} ticks`,
    `contracts     ${list(report.contracts)}; receipts recomputed with the public archive`,
    `placement     ${times(placementMs)}`,
    `settlement    ${times(settlementMs)} after expiry`,
    `faults        ${list(report.faultsPlayed)}`,
    `market        degraded ${market.degraded} times and live again ${market.recovered} times, over ${report.coins.join(', ')}`,
    `audit         ${report.auditLines.length} invariants`,
    ...report.auditLines.map((line) => `              ${line}`),
    '',
    report.faults.length === 0 ? 'Every order ended exactly as the archive says.' : 'WRONG:',
  ];
}
