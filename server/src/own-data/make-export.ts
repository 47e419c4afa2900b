// Makes the copies that customers asked for, one after the other, in the background of a process.
import { exportKeptDays, wireId, type Uuid } from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Clock } from '../kit/clock.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import type { MailSender } from '../kit/mail.ts';
import type { Connection, Pool } from '../kit/postgres.ts';
import type { HeldAbout, OrderKind } from '../kit/product.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Sealing } from '../kit/sealing.ts';
import { languageOf, textOf, type Language } from '../kit/texts.ts';
import { watchedReads } from '../kit/watched-reads.ts';
import { zip } from '../kit/zip.ts';
import { archiveFiles } from './archive-files.ts';
import { readHeldTables } from './held-tables.ts';
import {
  deleteOldExports,
  deleteParts,
  findExperienceAccount,
  forgetClosed,
  insertPart,
  markReady,
  takeWaitingExport,
  type Making,
  type StoredExport,
} from './store.ts';

export interface MakeOptions {
  pool: Pool;
  openRead: (name: string) => Promise<Connection>;
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
/** A copy is started again if no part of it was written for this long. */
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

async function make(options: MakeOptions, asked: StoredExport, signal: AbortSignal): Promise<void> {
  const { pool, clock, hub, addressOf } = options;
  const { exportId, accountId } = asked;
  const address = await addressOf(accountId);
  if (!address) return;
  // What an interrupted try has left.
  await deleteParts(pool, exportId);
  const { making, ...made } = await copy(options, asked, { language: languageOf(address.language), signal });
  const at = clock.now();
  if (!(await markReady(pool, making, { ...made, at, deleteAfter: at + exportKeptDays * dayMs }))) return;
  const notify = { export_id: wireId('dataExport', exportId) };
  hub.notify(`account:${accountId}`, () => ({ action: 'dataExport', notify }));
  await tell(options, address).catch((error: unknown) =>
    log.warn('nobody was told of a copy that is ready', { exportId, reason: reasonOf(error) }),
  );
}

interface Made {
  making: Making;
  bytes: number;
  parts: number;
}

/** Makes the copy from one snapshot of the database, without statement timeout, as an account may have any number of rows. */
async function copy(
  options: MakeOptions,
  { exportId, accountId, begunAt }: StoredExport,
  { language, signal }: { language: Language; signal: AbortSignal },
): Promise<Made> {
  const { openRead, clock, held, orderKinds } = options;
  const open = watchedReads({ name: 'data-export', open: () => openRead('candor-export'), signal });
  const database = await open();
  try {
    await database.query('begin isolation level repeatable read read only');
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
    return await store(options, { exportId, begunAt: begunAt! }, zip(files, clock.now()), signal);
  } finally {
    await database.end().catch(() => undefined);
  }
}

/** Seals and stores the archive part by part, so it is never in memory as a whole. Rejects if another process now makes this copy. */
async function store(
  { pool, sealing, clock }: MakeOptions,
  making: Making,
  archive: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<Made> {
  const { exportId } = making;
  let [begunAt, bytes, place, waiting, waitingBytes] = [making.begunAt, 0, 0, [] as Buffer[], 0];
  const put = async (): Promise<void> => {
    const sealed = sealing.seal(Buffer.concat(waiting), partName(exportId, place));
    const at = Math.max(begunAt, clock.now());
    if (!(await insertPart(pool, { exportId, begunAt }, { place, sealed, at })))
      throw new Error('another process makes this copy, or its account was closed');
    [begunAt, place, waiting, waitingBytes] = [at, place + 1, [], 0];
  };
  for await (const piece of archive) {
    signal.throwIfAborted();
    waiting.push(piece);
    [bytes, waitingBytes] = [bytes + piece.length, waitingBytes + piece.length];
    if (waitingBytes >= partBytes) await put();
  }
  await put();
  return { making: { exportId, begunAt }, bytes, parts: place };
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
