// The link in a mail that ends mails of its kind for its account, signed, so that nobody ends those of others. RFC 8058.
import { timingSafeEqual } from 'node:crypto';
import { isUuid, type Uuid } from '@candor/wire';
import { keyedDigest } from '../kit/tokens.ts';

export interface Unsubscribed {
  accountId: Uuid;
  kind: string;
}

export interface UnsubscribeLinks {
  tokenOf(of: Unsubscribed): string;
  /** Undefined if it was not signed here. */
  read(token: string): Unsubscribed | undefined;
  /** Where a mail program posts to. */
  urlOf(token: string): string;
  /** Where a person goes. */
  pageOf(token: string): string;
}

/** A link signed with an older key stays good. */
export function createUnsubscribeLinks({
  keys,
  origin,
}: {
  keys: readonly Buffer[];
  origin: string;
}): UnsubscribeLinks {
  const signatureOf = (key: Buffer, { accountId, kind }: Unsubscribed): string =>
    keyedDigest(key, ['unsubscribe', accountId, kind]);
  return {
    tokenOf: (of) => `${of.accountId}.${of.kind}.${signatureOf(keys[0]!, of)}`,
    read(token) {
      const [accountId = '', kind = '', signature = ''] = token.split('.');
      if (!isUuid(accountId)) return undefined;
      const given = Buffer.from(signature);
      const isOurs = keys.some((key) => {
        const expected = Buffer.from(signatureOf(key, { accountId, kind }));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return isOurs ? { accountId, kind } : undefined;
    },
    urlOf: (token) => `${origin}/api/notifications/unsubscribe/${token}`,
    pageOf: (token) => `${origin}/#/unsubscribe?token=${token}`,
  };
}
