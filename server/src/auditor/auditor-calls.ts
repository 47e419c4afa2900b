// The auditor's export, read a few hundred rows at a time, and checkpoints.
import { Readable } from 'node:stream';
import { canonicalJson } from '@candor/proof';
import { exportForAuditor, listCheckpoints, toInstant, type AuditLine } from '@candor/wire';
import { appendAudit } from '../kit/audit-log.ts';
import type { Clock } from '../kit/clock.ts';
import { bindDownload } from '../kit/download.ts';
import { bindOperator, type BoundCall, type OperatorContext } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import {
  readCheckpoints,
  readCommentLines,
  readEntryLines,
  readLogSize,
  readNewestEntry,
  readOperatorLines,
  readProposalLines,
} from './store.ts';

interface Parts {
  pool: Pool;
  clock: Clock;
}

export const auditorCalls = (parts: Parts): BoundCall[] => [
  bindDownload(exportForAuditor, async ({ from_seq: firstSeq }, context) => {
    const { operator } = context as OperatorContext;
    await appendAudit(parts.pool, { operator: operator.name, act: 'auditor-export', detail: { from_seq: firstSeq } });
    return {
      fileName: 'audit.jsonl',
      contentType: 'application/x-ndjson; charset=utf-8',
      tag: operator.sessionId,
      isPrivate: true,
      isFinal: false,
      open: () => Readable.from(textOf(parts, { firstSeq, by: operator.name }), { objectMode: true, highWaterMark: 1 }),
    };
  }),
  bindOperator(listCheckpoints, async () => {
    const [size, checkpoints] = await Promise.all([readLogSize(parts.pool), readCheckpoints(parts.pool)]);
    return { entries: size, checkpoints };
  }),
];

async function* textOf(parts: Parts, asked: { firstSeq: number; by: string }): AsyncGenerator<string> {
  for await (const lines of linesOf(parts, asked)) {
    if (lines.length > 0) yield lines.map((line) => `${canonicalJson(line)}\n`).join('');
  }
}

/** Entries that come meanwhile are not in it. */
async function* linesOf(
  { pool, clock }: Parts,
  { firstSeq, by }: { firstSeq: number; by: string },
): AsyncGenerator<AuditLine[]> {
  const [lastSeq, checkpoints] = await Promise.all([readNewestEntry(pool), readCheckpoints(pool)]);
  const checkpoint = checkpoints[0]?.note ?? null;
  yield [{ part: 'about', made_at: toInstant(clock.now()), made_by: by, first_seq: firstSeq, last_seq: lastSeq, checkpoint }]; // oxfmt-ignore
  yield await readOperatorLines(pool);
  yield* pages((after) => readProposalLines(pool, after));
  yield* pages((after) => readCommentLines(pool, after));
  for (let seq = firstSeq; seq <= lastSeq;) {
    const lines = await readEntryLines(pool, seq, lastSeq);
    yield lines;
    seq = lines.at(-1) ? lines.at(-1)!.seq + 1 : lastSeq + 1;
  }
}

/** Reads on after the place of each page's end until there is none. */
async function* pages(
  read: (after: string | undefined) => Promise<{ lines: AuditLine[]; end: string | undefined }>,
): AsyncGenerator<AuditLine[]> {
  let after: string | undefined;
  do {
    const { lines, end } = await read(after);
    yield lines;
    after = end;
  } while (after !== undefined);
}
