// From what was committed to what customers are told: the outbox is read on from a place that is kept in the database, and what is to be
// told is stored in the transaction that moves the place on. So nothing is missed, and nothing is told twice.
import type { Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { isPassing } from '../kit/faults.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import { log } from '../kit/log.ts';
import { counter } from '../kit/metrics.ts';
import type { Notice, NoticeSource } from '../kit/notice.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import type { Happening } from '../ledger/command.ts';
import { readOutbox } from '../ledger/read-outbox.ts';
import { goesBy, type Catalogue } from './catalogue.ts';
import { insertDeliveries } from './delivery-store.ts';
import { keepPlace, takePlace, takeUnwritten, storeUnwritten, type Unwritten } from './outbox-place.ts';
import { insertNotices, readSwitches, type NewNotice } from './store.ts';

export interface WriteOptions {
  pool: Pool;
  clock: Clock;
  newId: () => Uuid;
  sources: readonly NoticeSource[];
  catalogue: Catalogue;
  /** After the commit, of whom something was told. */
  onWritten: (accountIds: readonly Uuid[]) => void;
}

const everyMs = 500;
const rowsAtOnce = 200;
const channels = ['mail', 'push'] as const;

const writtenTotal = counter({ name: 'candor_notifications_total', help: 'Notifications that were stored' });

export function writeNotices(options: WriteOptions): Job {
  const { pool, clock } = options;

  /** False when there is no more to read, or another process reads. */
  async function writeNext(): Promise<boolean> {
    const done = await inTransaction(pool, async (database) => {
      const after = await takePlace(database);
      if (!after) return undefined;
      const { rows } = await readOutbox(database, { after, told: [], olderThanMs: 0, limit: rowsAtOnce });
      const retried = await takeUnwritten(database, clock.now());
      if (rows.length === 0 && retried.length === 0) return undefined;
      const happenings = rows.flatMap((row) => row.happenings);
      const told = await tell(database, [...happenings.map((each) => ({ ...each, tries: 0 })), ...retried], options);
      const last = rows.at(-1);
      if (last) await keepPlace(database, last);
      return { told, isFull: rows.length === rowsAtOnce };
    });
    if (done && done.told.length > 0) options.onWritten(done.told);
    return done?.isFull === true;
  }

  return createJob({
    name: 'notices',
    role: 'web',
    every: everyMs,
    isShared: true,
    async run(signal) {
      while (!signal.aborted && (await writeNext()));
    },
  });
}

type ToTell = Happening & Pick<Unwritten, 'tries'>;

/** Of whom something was stored. */
async function tell(database: Database, all: readonly ToTell[], options: WriteOptions): Promise<Uuid[]> {
  const notices: Notice[] = [];
  for (const source of options.sources) {
    const concerned = all.filter(({ name }) => name === source.event);
    if (concerned.length > 0) notices.push(...(await readOne(database, { source, concerned, options })));
  }
  return notices.length === 0 ? [] : store(database, notices, options);
}

/** What one source says. Where it fails, its subjects are kept and tried again, and all others are told. */
async function readOne(
  database: Database,
  { source, concerned, options }: { source: NoticeSource; concerned: readonly ToTell[]; options: WriteOptions },
): Promise<readonly Notice[]> {
  const subjects = new Map(concerned.map(({ accountId, objectId }) => [objectId, { accountId, objectId }]));
  await database.query('savepoint source');
  try {
    const said = await source.read(database, [...subjects.values()]);
    await database.query('release savepoint source');
    return said;
  } catch (error) {
    if (isPassing(error)) throw error;
    await database.query('rollback to savepoint source');
    log.error('what happened was not told to its customers', { event: source.event, reason: reasonOf(error) });
    await storeUnwritten(database, concerned, { at: options.clock.now(), reason: reasonOf(error) });
    return [];
  }
}

async function store(database: Database, all: readonly Notice[], options: WriteOptions): Promise<Uuid[]> {
  const { clock, newId, catalogue } = options;
  const now = clock.now();
  const unique = new Map(all.map((each) => [`${each.says} ${each.objectId}`, each]));
  const notices: NewNotice[] = [...unique.values()].map((each) => ({ ...each, notificationId: newId() }));
  const stored = await insertNotices(database, notices, now);
  const told = notices.filter(({ notificationId }) => stored.has(notificationId));
  if (told.length === 0) return [];
  const accountIds = [...new Set(told.map(({ accountId }) => accountId))];
  const switches = new Map(
    (await readSwitches(database, accountIds)).map((each) => [`${each.accountId} ${each.kind} ${each.channel}`, each.isOn]), // oxfmt-ignore
  );
  const deliveries = told.flatMap(({ accountId, notificationId, kind }) =>
    channels
      .filter((channel) => goesBy(catalogue.get(kind)!, channel, switches.get(`${accountId} ${kind} ${channel}`)))
      .map((channel) => ({ accountId, notificationId, channel })),
  );
  if (deliveries.length > 0) await insertDeliveries(database, deliveries, now);
  writtenTotal.inc(told.length);
  return accountIds;
}
