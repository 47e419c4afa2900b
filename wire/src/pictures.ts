// Pictures that customers hand in: documents, and proofs of payment.
import { z } from 'zod';
import { defineEndpoint, text } from './endpoint.ts';

export const pictureLimits = {
  /** Less than 10 MB, as the spec says. */
  bytesMax: 10_000_000,
  /** Of an account within 24 hours. */
  perDay: 40,
  /** Of one that has proven nothing: each try of a document, and what support asks for besides. */
  perDayUnproven: 16,
  /** How long pictures of such an account are kept after they were last needed. */
  unprovenKeptDays: 30,
  /** Longer edge of what is kept, in pixels. */
  edgeMax: 2_400,
} as const;

export const uploadPhoto = defineEndpoint({
  method: 'POST',
  path: '/api/photo/upload',
  leaves: 'own-limit',
  summary:
    'Hand in a picture, JPEG, PNG or WebP, in the part `file`; `path` is what other calls name it by. It is drawn anew, which leaves ' +
    'out whatever else the file held, and kept encrypted; one that no call names within a day is deleted. `upload-failed`: it broke off, ' +
    'can’t be read as a picture, or can’t be kept at the moment. Tries count whatever comes of them: `too-many-requests` after 120 a day.',
  who: 'self',
  weight: 5,
  takesFile: { bytesMax: pictureLimits.bytesMax },
  payload: z.strictObject({}),
  reply: z.object({ path: z.string() }),
  refusals: ['image-type', 'image-size', 'upload-failed', 'upload-limit', 'too-many-requests'],
});

export const viewPhoto = defineEndpoint({
  method: 'POST',
  path: '/api/photo/view',
  leaves: 'nothing',
  summary: 'A picture of one’s own, with the trade password, drawn over with who looks and when.',
  who: 'self',
  weight: 5,
  form: 'jpeg',
  payload: z.strictObject({ path: text(1, 60), user_paypass: text(6, 6) }),
  reply: z.string(),
  refusals: ['not-found', 'password-wrong', 'trade-password-locked'],
});

/** Where a picture is named, as `path`. */
export const photoPath = (pictureId: string): string => `/photo/${pictureId}`;
