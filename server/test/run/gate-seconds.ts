// How long the gate's files take and may take, in seconds: see gate-rules.test.ts.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './processes.ts';
import type { Tally } from './tally.ts';

export interface GateSeconds {
  /** Of all files of a part, one after another. */
  budgets: Readonly<Record<string, number>>;
  /** Of each file, as it was measured last. */
  files: Readonly<Record<string, number>>;
}

const path = join(repository, 'server/test/run/gate-seconds.json');

export const readGateSeconds = (): GateSeconds => JSON.parse(readFileSync(path, 'utf8')) as GateSeconds;

/** Keeps what a part's files took, and forgets files that are gone. */
export function recordSeconds(part: string, { files }: Tally): void {
  const before = readGateSeconds();
  if (before.budgets[part] === undefined || files.some(({ failed }) => failed > 0)) return;
  const measured = files.map(({ path: file, seconds }): [string, number] => [file, Math.round(seconds * 10) / 10]);
  const all = Object.entries({ ...before.files, ...Object.fromEntries(measured) });
  const kept = all.filter(([file]) => existsSync(join(repository, file))).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(path, `${JSON.stringify({ ...before, files: Object.fromEntries(kept) }, null, 2)}\n`);
}
