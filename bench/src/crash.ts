// npm run crash -- --kills 300 [--seed 7] [--plant lost-ack|double|not-done|stuck] [--neighbours]: kill -9 of the real server and its database under load,
// then the question whether anything that a client was told is not so. Ends with 1 if there is.
import { plants as lies } from './crash/lying-proxy.ts';
import { runCrash } from './crash/run-crash.ts';
import type { CrashOptions, CrashReport } from './crash/run-crash.ts';
import { describeCalls } from './crash/tally-calls.ts';
import { endWithUsage, readArguments } from './read-arguments.ts';

const plants = [...lies, 'stuck'] as const;
const usage = `npm run crash -- [--kills 300] [--seed number] [--plant ${plants.join('|')}] [--neighbours]`;

const report = await runCrash({ ...readPlan(), say: (line) => void process.stdout.write(`${line}\n`) });
process.stdout.write(`${linesOf(report).join('\n')}\n`);
process.exit(report.breaches.length === 0 ? 0 : 1);

function readPlan(): Omit<CrashOptions, 'say'> {
  const { values } = readArguments(usage, {
    options: {
      kills: { type: 'string', default: '300' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
      plant: { type: 'string' },
      neighbours: { type: 'boolean', default: false },
    },
  });
  const [kills, seed] = [values.kills, values.seed].map((text) => (/^\d{1,9}$/.test(text) ? parseInt(text, 10) : -1));
  const plant = plants.find((known) => known === values.plant);
  if (kills! < 0 || seed! < 0 || plant !== values.plant) endWithUsage(usage);
  return { kills: kills!, seed: seed!, plant, hasNeighbours: values.neighbours };
}

function linesOf(report: CrashReport): string[] {
  const { killings, tally, results, contracts, audit, breaches } = report;
  const outages = killings.recoveries.toSorted((left, right) => left.ms - right.ms);
  const ms = (part: number): string =>
    `${Math.round(
      percentile(
        outages.map((outage) => outage.ms),
        part,
      ),
    )} ms`;
  const { acknowledged, retries, repeated, reads, logins, failures } = tally;
  const rows = [
    ['kills', Object.entries(killings.byTarget).map(([target, count]) => `${target} ${count}`).join(', ')], // oxfmt-ignore
    [
      'recovery',
      `median ${ms(0.5)}, p99 ${ms(0.99)}, max ${ms(1)} (${outages.at(-1)?.target ?? 'none'}) over ${outages.length} outages`,
    ],
    ['restarts', `${report.restarts} of the server, ${report.failedStarts} that failed while its database was gone`],
    ['acknowledged', `${acknowledged} commands, ${repeated} of them asked for again with their key`],
    ['retries', `${retries} without an answer that decided, HTTP 500 among them: ${failures}`],
    ['also', `${reads} reads, ${logins} logins, ${report.shownTicks} shown ticks remembered`],
  ];
  rows.push(...describeCalls(tally.calls));
  if (report.exchanged) {
    const { photos, alerts, pushes, mails, faults, alarms } = report.exchanged;
    const given = Object.entries(faults).map(([name, count]) => `${name} ${count}`);
    rows.push(
      ['neighbours', `${given.join(', ')} faulty answers; ${photos} photos taken and shown again`],
      ['messages', `${alerts} of alerts; ${pushes} pushes and ${mails} mails received`],
      ['alarms', alarms.length === 0 ? 'none' : alarms.join('; ')],
    );
  }
  if (report.chains) {
    const { deposits, withdrawals, networks } = report.chains;
    rows.push([
      'chains',
      `${deposits} deposits and ${withdrawals} withdrawals on ${networks.join(', ')}, as the nodes say`,
    ]);
  }
  if (results) {
    const { win, lose, tie, void: voided } = results.counts;
    rows.push(
      ['options', `${win} won, ${lose} lost, ${tie} tied, ${voided} void; recomputed from ${results.ticks} ticks`],
      ['receipts', `${results.receipts} verified with the library that customers use`],
    );
  }
  if (contracts) {
    const counts = Object.entries(contracts.counts).map(([name, count]) => `${count} ${name}`);
    rows.push(['contracts', `${counts.join(', ')}; all receipts recomputed`]);
  }
  for (const { name, checked, broken } of audit) rows.push([broken === 0 ? '  ✓' : '  ✗', `${name} (${checked})`]);
  const verdict =
    breaches.length === 0 ? 'Nothing lost, nothing twice, every balance equal to its entries.' : 'BROKEN:';
  return [...rows.map(([name, text]) => `${name!.padEnd(13)} ${text}`), '', verdict, ...breaches];
}

/** Of values in ascending order. */
function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
