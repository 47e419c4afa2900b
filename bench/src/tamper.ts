// Whether `npm run audit` finds what a superuser changes behind everybody's back: random edits of one byte in the tables behind the
// public log, the archive, receipts and the audit log, each made alone, looked for and taken back.
import type { BenchResult } from './bench-result.ts';
import { progress } from './own-processes.ts';
import { endWithUsage, readArguments } from './read-arguments.ts';
import { renderTable } from './render-table.ts';
import { createEditor, type Edit } from './tamper/edit-a-byte.ts';
import { createFinder } from './tamper/find-edit.ts';
import { openTamperStage } from './tamper/stage.ts';

const usage = 'npm run bench -- tamper [--json] [--edits n] [--seed n]';
const editsOfTask = 10_000;

export async function benchTamper(args: string[]): Promise<BenchResult> {
  const { values } = readArguments(usage, { args, options: { edits: { type: 'string' }, seed: { type: 'string' } } });
  const edits = parseInt(values.edits ?? String(editsOfTask), 10);
  const seed = parseInt(values.seed ?? String(Math.trunc(Math.random() * 1e9)), 10);
  if (!(edits >= 1) || !(seed >= 0)) endWithUsage(usage);
  return tamper({ edits, seed });
}

export async function tamper({ edits, seed }: { edits: number; seed: number }): Promise<BenchResult> {
  const stage = await openTamperStage();
  try {
    const find = createFinder(stage.admin);
    await stage.admin.query('begin');
    const clean = await find(undefined);
    await stage.admin.query('rollback');
    progress('the audit is content; now each edit is made, looked for and taken back');
    if (clean !== undefined) throw new Error(`nothing was changed, and the audit says: ${clean}`);
    const editor = await createEditor(stage.admin, seed);
    const counts = new Map<string, { made: number; found: number }>();
    const missed: Edit[] = [];
    for (let made = 0; made < edits; made++) {
      await stage.admin.query('begin');
      const edit = await editor.edit();
      const found = await find(edit.table);
      await stage.admin.query('rollback');
      const count = counts.get(edit.table) ?? { made: 0, found: 0 };
      counts.set(edit.table, { made: count.made + 1, found: count.found + (found === undefined ? 0 : 1) });
      if (found === undefined) missed.push(edit);
      if ((made + 1) % 500 === 0) progress(`${made + 1} edits, ${missed.length} not found`);
    }
    return report(counts, missed, seed);
  } finally {
    await stage.close();
  }
}

function report(
  counts: ReadonlyMap<string, { made: number; found: number }>,
  missed: readonly Edit[],
  seed: number,
): BenchResult {
  const rows = [...counts].map(([table, { made, found }]) => [table, String(made), String(found)]);
  const total = (name: 'made' | 'found'): number => [...counts.values()].reduce((sum, count) => sum + count[name], 0);
  const [made, found] = [total('made'), total('found')];
  return {
    text: renderTable(['table', 'edits', 'found'], [...rows, ['all', String(made), String(found)]]),
    json: { tamper: { made, found } },
    faults: missed
      .slice(0, 20)
      .map(
        ({ table, column, before, after }) =>
          `seed ${seed}: ${table}.${column} from ${before} to ${after} was not found`,
      ),
  };
}
