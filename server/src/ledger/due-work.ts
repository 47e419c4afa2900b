// What is to be done at a time, of all products in one way: rows that are due, each carried out as a command that moves its row on in the
// same transaction. However long the engine stood still, it goes on where the rows are.
import type { Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import type { Clock } from '../kit/clock.ts';
import { columns, instant, oneOfEnum, text, uuid } from '../kit/columns.ts';
import type { Book } from '../kit/feature.ts';
import { createJob } from '../kit/jobs.ts';
import { gauge } from '../kit/metrics.ts';
import type { Part } from '../kit/part.ts';
import type { Pool } from '../kit/postgres.ts';
import type { DueHook } from '../kit/product.ts';
import { select } from '../kit/select.ts';
import { table, type Row } from '../kit/table.ts';
import { insertRow, updateRow, type Command, type CommandState, type RowName, type RowWrite } from './command.ts';
import type { Lanes } from './lanes.ts';

export const dueWork = table('due_work', {
  key: { accountId: uuid, dueId: uuid },
  fixed: {
    book: oneOfEnum<Book>('ledger_book'),
    kind: text(),
    /** The order that it is about. */
    subjectId: uuid,
    /** What its command must name besides, in the product's words. */
    detail: text(),
  },
  /** Null when nothing is left to be done. */
  changing: { dueAt: instant.orNull },
});
type DueWork = Row<typeof dueWork>;
/** A row at its time: what is done for it is done once for this time. */
export type Due = DueWork & { dueAt: number };

/** Binds the command of a kind; `inputOf` adds to the row what only the engine knows. */
export const bindDue = <Input extends { due: Due }>(
  kind: string,
  command: Command<Input, unknown>,
  inputOf: (due: Due) => Input,
): DueHook => ({ kind, command, inputOf });

export const newDue = (due: Due): RowWrite => insertRow(dueWork, due);
export const nameDue = (id: Uuid): RowName => ({ table: dueWork, id });

/** The row as it is now, if it still waits for this time; undefined when that was done, or when there is nothing to do any more. */
export function stillDue(state: CommandState, due: Due): DueWork | undefined {
  const now = state.row(dueWork, due.dueId);
  assert(now, `no due work ${due.dueId}`);
  return now.dueAt === due.dueAt ? now : undefined;
}

/** Moves the row on to its next time; null for never. */
export function moveDue(state: CommandState, dueId: Uuid, dueAt: number | null): RowWrite[] {
  const now = state.row(dueWork, dueId);
  return now && now.dueAt !== null ? [updateRow(dueWork, { ...now, dueAt })] : [];
}

const everyMs = 1_000;
const rowsAtOnce = 2_000;
/** One that failed makes way for the others this long. */
const putOffMs = 60_000;

const lateness = gauge({ name: 'candor_due_work_late_seconds', help: 'How long the first row of due work has been due' }); // oxfmt-ignore
const due = columns({ ...dueWork.shape, dueAt: instant });

export function openDueWork(parts: {
  pool: Pool;
  lanes: Lanes;
  clock: Clock;
  hooks: readonly DueHook[];
  /** For tests, which let time go by as they like. */
  everyMs?: number;
}): Part {
  const { pool, lanes, clock } = parts;
  const hooks = new Map(parts.hooks.map((hook) => [hook.kind, hook]));
  const putOff = new Map<Uuid, number>();

  async function take(): Promise<Due[]> {
    const now = clock.now();
    for (const [id, until] of putOff) if (until <= now) putOff.delete(id);
    const rows = await select(
      pool,
      due,
      `select ${due.list} from due_work where due_at <= $1 and not due_id = any ($2::uuid[])
       order by due_at, due_id limit ${rowsAtOnce}`,
      [new Date(now), [...putOff.keys()]],
    );
    lateness.set(rows[0] ? (now - rows[0].dueAt) / 1000 : 0);
    return inOrder(rows);
  }

  async function carryOut(row: Due): Promise<'done'> {
    const hook = hooks.get(row.kind) ?? assert.fail(`no product does ${row.kind}`);
    const { accountId, book } = row;
    await lanes.submit({
      command: hook.command as Command<unknown, unknown>,
      accountId,
      book,
      input: hook.inputOf(row as never),
      receivedAt: clock.now(),
    });
    return 'done';
  }

  return {
    jobs: [
      createJob<Due>({
        name: 'due-work',
        role: 'engine',
        every: parts.everyMs ?? everyMs,
        due: {
          take,
          carryOut,
          putOff: async ({ dueId }) => void putOff.set(dueId, clock.now() + putOffMs),
        },
      }),
    ],
  };
}

/** Side by side only what may change places: of an account, rows of one kind. What follows one of another kind is left for the next take. */
function inOrder(rows: readonly Due[]): Due[] {
  const kindOf = new Map<Uuid, string | undefined>();
  return rows.filter(({ accountId, kind }) => {
    const isFree = !kindOf.has(accountId) || kindOf.get(accountId) === kind;
    kindOf.set(accountId, isFree ? kind : undefined);
    return isFree;
  });
}
