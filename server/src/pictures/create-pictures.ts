// Pictures of customers: taken in, kept encrypted, shown with a watermark, and deleted when their time is over.
import { pictureLimits, type Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { log } from '../kit/log.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { refuse } from '../kit/refuse.ts';
import { createSealing } from '../kit/sealing.ts';
import type { Secrets } from '../kit/secrets.ts';
import { createThrottle, isThrottled, secondsOf, type Throttle } from '../kit/throttle/throttle.ts';
import type { Upload } from '../kit/upload.ts';
import { pictureFiles, type PictureFiles, type PictureFilesOptions } from './picture-files.ts';
import { pictureTurns } from './picture-turns.ts';
import { drawAnew, type Drawn } from './redraw.ts';
import { beginRetention, readKeptDays } from './retention.ts';
import { shownPictures } from './show-picture.ts';
import { spool } from './spool.ts';
import {
  countUploads,
  forgetKeys,
  extendNeeded,
  insertPicture,
  keepUntil,
  isProven,
  knownAmong,
  lockUploads,
  readDatabaseId,
  readPicture,
} from './store.ts';
import type { Viewer } from './viewer.ts';

export interface Pictures {
  /**
   * Refuses with `image-type`, `image-size`, `upload-failed`, `upload-limit`, after too many tries with `too-many-requests`, and, where too
   * much is under way, with `busy`.
   */
  take(accountId: Uuid, open: () => Promise<Upload>): Promise<Uuid>;
  /** JPEG with the viewer's mark all over it; undefined if there is none any more. Refuses with `too-many-requests` and `busy`. */
  show(pictureId: Uuid, viewer: Viewer): Promise<Buffer | undefined>;
  /** Whether it is the account's, and still there. */
  isOf(accountId: Uuid, pictureId: Uuid): Promise<boolean>;
  /** In the transaction of what names them: false if one is not the account's, or not there any more. */
  keep(database: Database, wanted: { accountId: Uuid; pictureIds: readonly Uuid[] }): Promise<boolean>;
  /** Before anything else: how long they are kept is public from the first start on. */
  begin(): Promise<void>;
  /** Deletes what has had its time, and what a killed process or a failed removal left. */
  prune(signal?: AbortSignal): Promise<void>;
  /** Throws unless pictures can be kept; undefined where they lie on this machine. */
  check: (() => Promise<void>) | undefined;
}

export interface PicturesOptions extends Omit<PictureFilesOptions, 'owner'> {
  pool: Pool;
  clock: Clock;
  newId: () => Uuid;
  secrets: Pick<Secrets, 'pepper' | 'olderPeppers'>;
  /** How long one is kept that something names, until operators say otherwise. */
  keptDays: number;
}

const dayMs = 24 * 3_600_000;
/** What nothing names, and files that nobody knows, are given this long. */
const strayMs = dayMs;
const prunedAtOnce = 50;
/**
 * Tries of an account, whatever comes of them: one that breaks off holds a place, and one that is cut at its end is decoded nearly whole.
 * The app tries each picture three times on a poor line, and all that it may hand in must come through.
 */
const tried = { kind: 'limit', limit: 3 * pictureLimits.perDay, windowMs: dayMs } as const;

export function createPictures({ pool, clock, newId, secrets, keptDays, ...where }: PicturesOptions): Pictures {
  const sealing = createSealing(secrets, 'pictures');
  const files = pictureFiles({ ...where, owner: () => readDatabaseId(pool) });
  const turns = pictureTurns();
  const throttle = createThrottle({ pool, clock });
  const shown = shownPictures({ pool, sealing, files, turns, throttle });

  /** The file first: a row without one would promise what is not there. Refuses with `upload-failed` where no file can be written. */
  async function keepNew(accountId: Uuid, { jpeg, look }: Drawn): Promise<Uuid> {
    const pictureId = newId();
    const fileKey = await files.write(pictureId, jpeg).catch((error: unknown) => {
      log.error('a picture could not be written', { error: reasonOf(error) });
      return refuse('upload-failed');
    });
    const key = sealing.seal(fileKey, pictureId);
    const [digest] = sealing.digests(jpeg.toString('base64'));
    try {
      await inTransaction(pool, async (database) => {
        await lockUploads(database, accountId);
        const uploadedAt = clock.now();
        await refuseBeyondLimit(database, accountId, uploadedAt);
        const deleteAfter = uploadedAt + strayMs;
        await insertPicture(database, { pictureId, accountId, key, digest, look, uploadedAt, deleteAfter });
      });
      return pictureId;
    } catch (error) {
      // One that stays is a stray.
      await files.remove([pictureId]).catch(() => undefined);
      throw error;
    }
  }

  return {
    take: (accountId, open) =>
      turns.coming(accountId, async () => {
        await refuseBeyondLimit(pool, accountId, clock.now());
        await takeTry(throttle, sealing.digests(`uploads ${accountId}`)[0]);
        return spool(await open(), files.incoming, async (read) =>
          keepNew(accountId, await turns.drawing(accountId, async () => drawAnew(await read()))),
        );
      }),
    show: (pictureId, viewer) => shown.show(pictureId, viewer),
    isOf: async (accountId, pictureId) => (await readPicture(pool, pictureId))?.accountId === accountId,
    async keep(database, { accountId, pictureIds }) {
      const days = (await readKeptDays(database)) ?? keptDays;
      const isShort = !(await isProven(database, accountId));
      const until = clock.now() + (isShort ? Math.min(days, pictureLimits.unprovenKeptDays) : days) * dayMs;
      const kept = await keepUntil(database, { pictureIds, accountId, until });
      return kept.length === new Set(pictureIds).size;
    },
    begin: () => beginRetention(pool, keptDays),
    async prune(signal) {
      shown.forget();
      await extendNeeded(pool, clock.now(), (await readKeptDays(pool)) ?? keptDays);
      await prunePictures({ pool, clock, files, signal });
    },
    check: files.check,
  };
}

async function refuseBeyondLimit(database: Database, accountId: Uuid, now: number): Promise<void> {
  const count = await countUploads(database, accountId, now - dayMs);
  if (count < pictureLimits.perDayUnproven) return;
  if (count >= pictureLimits.perDay || !(await isProven(database, accountId))) refuse('upload-limit');
}

async function takeTry(throttle: Throttle, account: Buffer): Promise<void> {
  const taken = await throttle.take([{ scope: 'picture-uploads', subject: account.toString('hex'), rule: tried }]);
  if (isThrottled(taken)) refuse('too-many-requests', { seconds: secondsOf(taken) });
}

async function prunePictures(
  { pool, clock, files, signal }: { pool: Pool; clock: Clock; files: PictureFiles; signal: AbortSignal | undefined }, // oxfmt-ignore
): Promise<void> {
  for (let gone = prunedAtOnce; gone === prunedAtOnce && !signal?.aborted;) {
    const ids = await forgetKeys(pool, clock.now(), prunedAtOnce);
    await files.remove(ids);
    gone = ids.length;
  }
  await files.removeStrays(clock.now() - strayMs, (names) => knownAmong(pool, names));
}
