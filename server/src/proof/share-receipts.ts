// The owner of a receipt shows it to whoever knows an address that nobody can guess, and takes it back.
import { randomBytes } from 'node:crypto';
import { getReceiptShare, getSharedReceipt, shareReceipt, unshareReceipt, type ReceiptKind } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { bind, bindSelf, type BoundCall, type Session } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import type { IssueReceipt } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { deleteShare, findShared, insertShare, readToken, type ReceiptOf } from './store.ts';

export interface ShareParts {
  pool: Pool;
  clock: Clock;
  /** Refuses with not-found what is no kind of receipt. */
  issuerOf: (kind: string) => { kind: ReceiptKind; issue: IssueReceipt };
}

export function shareCalls({ pool, clock, issuerOf }: ShareParts): BoundCall[] {
  const receiptOf = ({ kind, id }: { kind: string; id: string }, { accountId }: Session): ReceiptOf => ({
    accountId,
    kind: issuerOf(kind).kind,
    orderId: id,
  });
  const shareOf = async (of: ReceiptOf): Promise<{ token: string | null }> => ({
    token: (await readToken(pool, of)) ?? null,
  });
  return [
    bindSelf(getReceiptShare, (payload, { session }) => shareOf(receiptOf(payload, session))),
    bindSelf(shareReceipt, async (payload, { session }) => {
      const of = receiptOf(payload, session);
      // Only what exists and is one's own: everything else is refused by whoever issues it.
      await issuerOf(of.kind).issue(of.accountId, of.orderId);
      await insertShare(pool, of, { token: randomBytes(16).toString('base64url'), at: new Date(clock.now()) });
      return shareOf(of);
    }),
    bindSelf(unshareReceipt, async (payload, { session }) => {
      await deleteShare(pool, receiptOf(payload, session));
      return { token: null };
    }),
    bind(getSharedReceipt, async ({ token }) => {
      const { kind, accountId, orderId } = (await findShared(pool, token)) ?? refuse('not-found');
      return issuerOf(kind).issue(accountId, orderId);
    }),
  ];
}
