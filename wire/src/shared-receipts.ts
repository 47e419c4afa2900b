// A receipt that its owner shows to whoever knows the address.
import { z } from 'zod';
import { defineEndpoint, text } from './endpoint.ts';
import { receipt } from './receipts.ts';

const ofReceipt = z.strictObject({ kind: text(1, 20), id: text(1, 40) });
/** `token` is what its address ends in; null while it isn't shared. */
const share = z.object({ token: z.string().nullable() });

export const getReceiptShare = defineEndpoint({
  method: 'POST',
  path: '/api/receipt/share/read',
  leaves: 'nothing',
  summary: 'Whether a receipt of your own is shared, and under which token.',
  who: 'self',
  payload: ofReceipt,
  reply: share,
  refusals: ['not-found'],
});

export const shareReceipt = defineEndpoint({
  method: 'POST',
  path: '/api/receipt/share',
  leaves: { perDay: 200 },
  summary:
    'Show a receipt of your own to everybody who knows its token. One that is shared already keeps its token; a new one comes after it was taken back.',
  who: 'self',
  isForFrozen: true,
  // It looks whether the receipt can be issued.
  weight: 3,
  payload: ofReceipt,
  reply: share,
  refusals: ['not-found', 'not-settled', 'receipt-follows'],
});

export const unshareReceipt = defineEndpoint({
  method: 'POST',
  path: '/api/receipt/unshare',
  leaves: 'nothing',
  summary: 'Take a shared receipt back: its token leads nowhere from then on.',
  who: 'self',
  isForFrozen: true,
  payload: ofReceipt,
  reply: share,
  refusals: ['not-found'],
});

export const getSharedReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/shared-receipt/:token',
  summary: 'A receipt that its owner shares. It is the same document, byte for byte, that the owner has.',
  who: 'anyone',
  form: 'bare',
  weight: 3,
  payload: z.strictObject({ token: text(1, 40) }),
  reply: receipt,
  refusals: ['not-found', 'not-settled', 'receipt-follows'],
});
