// A picture with its watermark. What was drawn lately is not drawn again for the same viewer; drawings anew are bounded for each.
import type { Uuid } from '@candor/wire';
import { LRUCache } from 'lru-cache';
import type { Pool } from '../kit/postgres.ts';
import { log } from '../kit/log.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { refuse } from '../kit/refuse.ts';
import type { Sealing } from '../kit/sealing.ts';
import { isThrottled, secondsOf, type Throttle } from '../kit/throttle/throttle.ts';
import type { PictureFiles } from './picture-files.ts';
import type { PictureTurns } from './picture-turns.ts';
import { readPicture } from './store.ts';
import type { Viewer } from './viewer.ts';
import { watermark } from './watermark.ts';

interface ShowParts {
  pool: Pool;
  sealing: Sealing;
  files: PictureFiles;
  turns: PictureTurns;
  throttle: Throttle;
}

interface ShownPictures {
  /** Refuses with `too-many-requests` and `busy`; undefined if there is none any more. */
  show(pictureId: Uuid, viewer: Viewer): Promise<Buffer | undefined>;
  /** What was drawn stays in memory no longer. */
  forget(): void;
}

const keptBytes = 16 * 1024 * 1024;
const drawnAnew = { kind: 'limit', limit: 100, windowMs: 600_000 } as const;

export function shownPictures(parts: ShowParts): ShownPictures {
  const { pool, turns } = parts;
  const drawn = new LRUCache<string, Buffer>({ maxSize: keptBytes, sizeCalculation: ({ length }) => length });
  const underWay = new Map<string, Promise<Buffer | undefined>>();

  async function draw(place: string, shown: Shown): Promise<Buffer | undefined> {
    const jpeg = await turns.showing(shown.viewer.key, () => drawOver(parts, shown));
    if (jpeg) drawn.set(place, jpeg);
    return jpeg;
  }

  return {
    async show(pictureId, viewer) {
      // Also of one that is at hand: its time may be over.
      const row = await readPicture(pool, pictureId);
      if (!row) return undefined;
      const place = `${pictureId} ${viewer.key} ${viewer.mark}`;
      const known = drawn.get(place) ?? underWay.get(place);
      if (known) return known;
      const drawing = draw(place, { pictureId, viewer, key: row.key }).finally(() => underWay.delete(place));
      underWay.set(place, drawing);
      return drawing;
    },
    forget: () => drawn.clear(),
  };
}

interface Shown {
  pictureId: Uuid;
  viewer: Viewer;
  key: Parameters<Sealing['open']>[0];
}

async function drawOver(parts: ShowParts, { pictureId, viewer, key }: Shown): Promise<Buffer | undefined> {
  if (viewer.isCounted) await takeDrawing(parts, viewer);
  const jpeg = await parts.files.read(pictureId, parts.sealing.open(key, pictureId)).catch((error: unknown) => {
    log.error('the file of a picture can not be read', { pictureId, error: reasonOf(error) });
    return refuse('busy');
  });
  if (jpeg) return parts.turns.drawing(viewer.key, () => watermark(jpeg, viewer.mark));
  log.error('the file of a picture is not there', { pictureId });
  return undefined;
}

async function takeDrawing({ throttle, sealing }: ShowParts, { key }: Viewer): Promise<void> {
  const subject = sealing.digests(`drawings ${key}`)[0].toString('hex');
  const taken = await throttle.take([{ scope: 'picture-drawings', subject, rule: drawnAnew }]);
  if (isThrottled(taken)) refuse('too-many-requests', { seconds: secondsOf(taken) });
}
