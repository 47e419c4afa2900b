// What is held about a customer: a copy of all of it, and the end of the account.
import { z } from 'zod';
import { defineEndpoint, instant, text } from './endpoint.ts';
import { defineEvent } from './product-parts.ts';
import { proof, proofRefusals } from './proof-fields.ts';

/** How long a copy can be downloaded. */
export const exportKeptDays = 7;
/** How long its link opens it, in minutes; then the owner proves anew who asks. */
export const exportLinkMinutes = 10;

const dataExport = z.object({
  export_id: z.string(),
  requested_at: instant,
  /** Null while it is made. */
  ready_at: instant.nullable(),
  bytes: z.number().int().nullable(),
  deleted_at: instant.nullable(),
});
export type DataExport = z.infer<typeof dataExport>;

const latest = z.object({ latest: dataExport.nullable() });

export const getDataExport = defineEndpoint({
  method: 'POST',
  path: '/api/data/export',
  leaves: 'nothing',
  summary: 'The latest copy of all that is held about you, whether it is ready, and until when it is kept.',
  who: 'self',
  payload: z.strictObject({}),
  reply: latest,
  refusals: [],
});

export const requestDataExport = defineEndpoint({
  method: 'POST',
  path: '/api/data/export/request',
  leaves: 'own-limit',
  summary:
    'Have a copy made of all that is held about you: a ZIP archive with each table as JSON and as CSV, and your documents. It is made in the background, once a day; you are written to when it is ready.',
  who: 'self',
  weight: 10,
  payload: z.strictObject({}),
  reply: latest,
  refusals: ['export-too-soon'],
});

export const openDataExport = defineEndpoint({
  method: 'POST',
  path: '/api/data/export/open',
  leaves: { perDay: 50 },
  summary: `A link to the copy that is ready, for ${exportLinkMinutes} minutes and your present session alone. You are written to.`,
  who: 'self',
  payload: z.strictObject({ ...proof, export_id: text(1, 40) }),
  reply: z.object({ path: z.string() }),
  refusals: [...proofRefusals, 'code-not-sent', 'second-factor-required', 'export-not-ready', 'export-gone'],
});

export const downloadDataExport = defineEndpoint({
  method: 'GET',
  path: '/api/data/export/file',
  summary: 'The copy itself, by the key of a link that was opened for the session that asks.',
  who: 'self',
  weight: 10,
  form: 'zip',
  payload: z.strictObject({ key: text(1, 200) }),
  reply: z.string(),
  refusals: ['export-gone'],
});

export const closeAccount = defineEndpoint({
  method: 'POST',
  path: '/api/account/close',
  leaves: { perDay: 20 },
  summary:
    'Close your account for ever, once nothing is open and all balances are zero. Where a second factor is on, `message_code` is that of the message to your address, and asked for too. Every session ends.',
  who: 'self',
  payload: z.strictObject({ ...proof, message_code: z.string().max(20).default('') }),
  reply: z.object({}),
  refusals: [
    ...proofRefusals,
    'code-not-sent',
    'second-factor-required',
    'balances-left',
    'experience-only',
    'account-frozen',
  ],
});

/** In the account's room, once a copy is ready. */
export const dataExportEvent = defineEvent({
  action: 'dataExport',
  notify: z.object({ export_id: z.string() }),
});
