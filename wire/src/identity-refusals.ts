import type { RefusalKind } from './refusal-kind.ts';

export const identityRefusals = {
  'certification-pending': { http: 409, text: 'Certification review in progress, please wait for the review.' },
  'certified-already': { http: 409, text: 'This account is certified already.' },
  'certification-changed': { http: 409, text: 'The case has changed meanwhile; facts name its status. Reload it.' },
  'document-malformed': { http: 400, text: 'A field of the document is not of its form; facts name the field.' },
  'under-age': { http: 403, text: 'Customers must have reached the age that facts name.' },
  'picture-missing': {
    http: 400,
    text: 'A picture is missing or not there any more; facts name which. Upload it again.',
  },
} as const satisfies Record<string, RefusalKind>;
