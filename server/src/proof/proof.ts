// What a verifier needs from this server besides the archive: receipts, and the key that signs them.
import { publicKeyOf } from '@candor/proof';
import {
  getProofKey,
  getReceipt,
  getReceiptShare,
  getSharedReceipt,
  shareReceipt,
  unshareReceipt,
  type ReceiptKind,
} from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { bind, bindSelf } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { product, type IssueReceipt } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { shareCalls } from './share-receipts.ts';

export interface ProofParts {
  pool: Pool;
  clock: Clock;
  signingKey: string;
  /** Of every kind, by the product whose orders it is about. */
  receipts: () => Readonly<Record<ReceiptKind, IssueReceipt>>;
}

export const proof = product({
  name: 'proof',
  calls: [
    {
      title: 'Receipts',
      text: 'The signed receipt of each ended order, the key that it is signed with, and receipts that their owners share.',
      anyone: [getProofKey, getSharedReceipt],
      self: [getReceipt, getReceiptShare, shareReceipt, unshareReceipt],
    },
  ],
  web: ({ pool, clock, signingKey, receipts }: ProofParts) => {
    const publicKey = publicKeyOf(signingKey);
    const issuerOf = (kind: string): { kind: ReceiptKind; issue: IssueReceipt } => {
      const issuers = receipts();
      return isKind(kind, issuers) ? { kind, issue: issuers[kind] } : refuse('not-found');
    };
    return {
      calls: [
        bind(getProofKey, () => ({ public_key: publicKey })),
        bindSelf(getReceipt, ({ kind, id }, { session }) => issuerOf(kind).issue(session.accountId, id)),
        ...shareCalls({ pool, clock, issuerOf }),
      ],
    };
  },
});

const isKind = (kind: string, issuers: object): kind is ReceiptKind => Object.hasOwn(issuers, kind);
