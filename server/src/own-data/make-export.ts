// Makes the copies that customers asked for, one after the other, in the background of a process.
import { exportKeptDays, wireId, type Uuid } from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Clock } from '../kit/clock.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import type { MailSender } from '../kit/mail.ts';
import type { Pool } from '../kit/postgres.ts';
import type { HeldAbout, OrderKind } from '../kit/product.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Sealing } from '../kit/sealing.ts';
import { languageOf, textOf } from '../kit/texts.ts';
import { zip } from '../kit/zip.ts';
import { archiveFiles } from './archive-files.ts';
import { readHeldTables } from './held-tables.ts';
import { deleteOldExports, deleteParts, findExperienceAccount, forgetClosed, insertPart, markReady, takeWaitingExport, type StoredExport } from './store.ts'; // oxfmt-ignore

export interface MakeOptions {
  pool: Pool;
  clock: Clock;
  hub: Pick<Hub, 'notify'>;
  mail: MailSender;
  sealing: Sealing;
  held: () => readonly HeldAbout[];
  orderKinds: () => readonly OrderKind[];
  addressOf: (accountId: Uuid) => Promise<{ email: string | null; language: string } | undefined>;
}

const everyMs = 30_000;
const pruneEveryMs = 3_600_000;
/** One that nothing came of for so long is begun anew. */
const triedMs = 10 * 60_000;
const partBytes = 256 * 1024;
const dayMs = 24 * 3_600_000;

/** Woken by each request. */
export const exportsJob = (options: MakeOptions): Job =>
  createJob<StoredExport>({
    name: 'data-exports',
    role: 'web',
    every: everyMs,
    isShared: true,
    due: {
      take: () => {
        const now = options.clock.now();
        return takeWaitingExport(options.pool, { now, begunBefore: now - triedMs });
      },
      async carryOut(asked, { signal }) {
        await make(options, asked, signal);
        return 'done';
      },
      // It has been put off where it was taken.
      putOff: async () => undefined,
    },
  });

export const pruneJob = ({ pool, clock }: Pick<MakeOptions, 'pool' | 'clock'>): Job =>
  createJob({
    name: 'prune-own-data',
    role: 'web',
    every: pruneEveryMs,
    isShared: true,
    async run() {
      await deleteOldExports(pool, clock.now());
      await forgetClosed(pool);
    },
  });

async function make(options: MakeOptions, { exportId, accountId }: StoredExport, signal: AbortSignal): Promise<void> {
  const { pool, clock, hub, held, orderKinds, addressOf } = options;
  const address = await addressOf(accountId);
  if (!address) return;
  const language = languageOf(address.language);
  // What an interrupted try has left.
  await deleteParts(pool, exportId);
  const { bytes, parts } = await inTransaction(pool, async (database) => {
    await database.query('set transaction isolation level repeatable read, read only');
    const experienceId = await findExperienceAccount(database, accountId);
    const accounts = [
      { folder: 'account', accountId },
      ...(experienceId === undefined ? [] : [{ folder: 'experience-account', accountId: experienceId }]),
    ];
    const files = archiveFiles({
      database,
      tables: await readHeldTables(database, orderKinds()),
      accounts,
      held: held(),
      language,
    });
    return store(options, exportId, zip(files, clock.now()), signal);
  });
  const at = clock.now();
  if (!(await markReady(pool, { exportId, bytes, parts, at, deleteAfter: at + exportKeptDays * dayMs }))) return;
  const notify = { export_id: wireId('dataExport', exportId) };
  hub.notify(`account:${accountId}`, () => ({ action: 'dataExport', notify }));
  await tell(options, address).catch((error: unknown) =>
    log.warn('nobody was told of a copy that is ready', { exportId, reason: reasonOf(error) }),
  );
}

/** Sealed part by part, so that no copy is held as a whole. */
async function store(
  { pool, sealing }: MakeOptions,
  exportId: Uuid,
  archive: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<{ bytes: number; parts: number }> {
  let [bytes, place, waiting, waitingBytes] = [0, 0, [] as Buffer[], 0];
  const put = async (): Promise<void> => {
    const sealed = sealing.seal(Buffer.concat(waiting), partName(exportId, place));
    await insertPart(pool, { exportId, place: place++, sealed });
    [waiting, waitingBytes] = [[], 0];
  };
  for await (const piece of archive) {
    signal.throwIfAborted();
    waiting.push(piece);
    [bytes, waitingBytes] = [bytes + piece.length, waitingBytes + piece.length];
    if (waitingBytes >= partBytes) await put();
  }
  await put();
  return { bytes, parts: place };
}

/** What a part is sealed for: none takes the place of another. */
export const partName = (exportId: Uuid, place: number): string => `${exportId} ${place}`;

async function tell({ mail }: MakeOptions, address: { email: string | null; language: string }): Promise<void> {
  if (address.email === null) return;
  const language = languageOf(address.language);
  const kind = 'data-export-ready';
  const [subject, text] = [textOf(language, `${kind}.subject`), textOf(language, `${kind}.text`)];
  await mail.send({ to: address.email, kind, subject, text });
}
