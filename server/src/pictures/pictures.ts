// Pictures that customers hand in, for every product that asks for one.
import { parseWireId, photoPath, toInstant, uploadPhoto, viewPhoto, wireId, type Uuid } from '@candor/wire';
import { Readable } from 'node:stream';
import { bindDownload } from '../kit/download.ts';
import { bindUpload, type SelfContext } from '../kit/feature.ts';
import { createJob } from '../kit/jobs.ts';
import { product, type WebPart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import type { Clock } from '../kit/clock.ts';
import type { Pictures } from './create-pictures.ts';
import { retention } from './retention.ts';
import { shownToOwner } from './viewer.ts';

export const pictures = product({
  name: 'pictures',
  calls: [
    {
      title: 'Pictures',
      text: 'Documents and proofs: drawn anew, kept encrypted, shown with a watermark.',
      self: [uploadPhoto, viewPhoto],
    },
  ],
  settings: [retention],
  web: picturesWeb,
});

interface PicturesWebParts {
  clock: Clock;
  pictures: Pictures;
  accounts: { checkTradePassword: (accountId: Uuid, password: string) => Promise<{ kind: string; until?: number }> };
}

const pruneEveryMs = 3_600_000;
const checkEveryMs = 300_000;

function picturesWeb({ clock, pictures: kept, accounts }: PicturesWebParts): WebPart {
  return {
    start: () => kept.begin(),
    jobs: [
      createJob({ name: 'prune-pictures', role: 'web', every: pruneEveryMs, isShared: true, run: (signal) => kept.prune(signal) }), // oxfmt-ignore
      ...(kept.check ? [createJob({ name: 'check-pictures', role: 'web', every: checkEveryMs, runsAtStart: true, isShared: true, run: kept.check })] : []), // oxfmt-ignore
    ],
    calls: [
      bindUpload(uploadPhoto, async (open, { session }) => ({
        path: photoPath(wireId('picture', await kept.take(session.accountId, open))),
      })),
      bindDownload(viewPhoto, async ({ path, user_paypass: password }, context) => {
        const { session } = context as SelfContext;
        const id = parseWireId('picture', path.slice(photoPath('').length)) ?? refuse('not-found');
        // Before anything is said of the picture: whoever guesses passwords learns no more by it.
        const { kind, until = 0 } = await accounts.checkTradePassword(session.accountId, password);
        if (kind === 'locked') refuse('trade-password-locked', { until: toInstant(until), seconds: String(Math.ceil((until - clock.now()) / 1000)) }); // oxfmt-ignore
        if (kind !== 'right') refuse('password-wrong');
        if (!(await kept.isOf(session.accountId, id))) return refuse('not-found');
        const jpeg = (await kept.show(id, shownToOwner(session.accountId, clock.now()))) ?? refuse('not-found');
        return pictureDownload(jpeg);
      }),
    ],
  };
}

/** Shown, and kept by nobody on the way. */
export const pictureDownload = (jpeg: Buffer) => ({
  fileName: 'picture.jpg',
  contentType: 'image/jpeg',
  tag: '',
  isPrivate: true as const,
  isFinal: false,
  open: () => Readable.from([jpeg]),
});
