// Where a signed receipt and the key that it is checked with are found.
import { z } from 'zod';
import { defineEndpoint, text } from './endpoint.ts';
import { receipt } from './receipts.ts';

export const getReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/receipt/:kind/:id',
  summary:
    'The signed receipt of an ended order of your own. That of an option is written once its ticks show that no other tick decided.',
  who: 'self',
  form: 'bare',
  payload: z.strictObject({ kind: text(1, 20), id: text(1, 40) }),
  reply: receipt,
  refusals: ['not-found', 'not-settled', 'receipt-follows'],
});

export const getProofKey = defineEndpoint({
  method: 'GET',
  path: '/api/proof/key',
  summary: 'The public key that receipts are signed with.',
  who: 'anyone',
  payload: z.strictObject({}),
  /** Ed25519, hex. */
  reply: z.object({ public_key: z.string() }),
  refusals: [],
});
