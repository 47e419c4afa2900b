// Pictures of customers: taken in, kept encrypted, shown with a watermark, and deleted when their time is over.
import { pictureLimits, type Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { createSealing } from '../kit/sealing.ts';
import type { Secrets } from '../kit/secrets.ts';
import type { Upload } from '../kit/upload.ts';
import { pictureFiles, type PictureFiles } from './picture-files.ts';
import { drawAnew, type Drawn } from './redraw.ts';
import { spool } from './spool.ts';
import { countUploads, forgetKeys, insertPicture, keepUntil, knownAmong, lockUploads, readPicture } from './store.ts';
import { uploadTurns } from './upload-turns.ts';
import { watermark } from './watermark.ts';

export interface Pictures {
  /** Refuses with `image-type`, `image-size`, `upload-failed`, `upload-limit` and, where too much is under way, `busy`. */
  take(accountId: Uuid, open: () => Promise<Upload>): Promise<Uuid>;
  /** JPEG with `text` all over it; undefined if there is none any more. */
  show(pictureId: Uuid, text: string): Promise<Buffer | undefined>;
  /** Whether it is the account's, and still there. */
  isOf(accountId: Uuid, pictureId: Uuid): Promise<boolean>;
  /** In the transaction of what names them: false if one is not the account's, or not there any more. */
  keep(database: Database, wanted: { accountId: Uuid; pictureIds: readonly Uuid[] }): Promise<boolean>;
  /** Deletes what has had its time, and what a killed process left. */
  prune(): Promise<void>;
}

export interface PicturesOptions {
  pool: Pool;
  clock: Clock;
  newId: () => Uuid;
  secrets: Pick<Secrets, 'pepper' | 'olderPeppers'>;
  directory: string;
  /** How long one is kept that something names. */
  keptDays: number;
}

const dayMs = 24 * 3_600_000;
/** What nothing names, and files that nobody knows, are given this long. */
const strayMs = dayMs;
const prunedAtOnce = 200;

export function createPictures({ pool, clock, newId, secrets, directory, keptDays }: PicturesOptions): Pictures {
  const sealing = createSealing(secrets, 'pictures');
  const files = pictureFiles(directory);
  const turns = uploadTurns();

  const refuseBeyondLimit = async (database: Database, accountId: Uuid): Promise<void> => {
    const count = await countUploads(database, accountId, clock.now() - dayMs);
    if (count >= pictureLimits.perDay) refuse('upload-limit');
  };

  /** The file first: a row without one would promise what is not there. */
  async function keepNew(accountId: Uuid, { jpeg, look }: Drawn): Promise<Uuid> {
    const pictureId = newId();
    const key = sealing.seal(await files.write(pictureId, jpeg), pictureId);
    const [digest] = sealing.digests(jpeg.toString('base64'));
    try {
      await inTransaction(pool, async (database) => {
        await lockUploads(database, accountId);
        await refuseBeyondLimit(database, accountId);
        const uploadedAt = clock.now();
        await insertPicture(database, {
          pictureId,
          accountId,
          key,
          digest,
          look,
          uploadedAt,
          deleteAfter: uploadedAt + strayMs,
        });
      });
      return pictureId;
    } catch (error) {
      await files.remove([pictureId]);
      throw error;
    }
  }

  return {
    take: (accountId, open) =>
      turns.coming(accountId, async () => {
        await refuseBeyondLimit(pool, accountId);
        return spool(await open(), files.incoming, async (read) =>
          keepNew(accountId, await turns.drawing(async () => drawAnew(await read()))),
        );
      }),
    async show(pictureId, text) {
      const row = await readPicture(pool, pictureId);
      if (!row) return undefined;
      const jpeg = await files.read(pictureId, sealing.open(row.key, pictureId));
      return turns.drawing(() => watermark(jpeg, text));
    },
    isOf: async (accountId, pictureId) => (await readPicture(pool, pictureId))?.accountId === accountId,
    async keep(database, { accountId, pictureIds }) {
      const until = clock.now() + keptDays * dayMs;
      const kept = await keepUntil(database, { pictureIds, accountId, until });
      return kept.length === new Set(pictureIds).size;
    },
    prune: () => prunePictures({ pool, clock, files }),
  };
}

async function prunePictures({ pool, clock, files }: { pool: Pool; clock: Clock; files: PictureFiles }): Promise<void> {
  for (let gone = prunedAtOnce; gone === prunedAtOnce;) {
    const ids = await forgetKeys(pool, clock.now(), prunedAtOnce);
    await files.remove(ids);
    gone = ids.length;
  }
  await files.removeStrays(clock.now() - strayMs, (names) => knownAmong(pool, names));
}
