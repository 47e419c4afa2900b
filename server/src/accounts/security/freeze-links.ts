// "This was not me": a link in each notice, signed, by which whoever reads the mail freezes the account; each is good once.
import { timingSafeEqual } from 'node:crypto';
import { isUuid, type Uuid } from '@candor/wire';
import { keyedDigest } from '../../kit/tokens.ts';

/** What the notice is about, so that "this was not me" is possible; `origin`: where the request for it came to. */
export interface NoticedEvent {
  eventId: Uuid;
  origin: string;
}

export interface FreezeLinks {
  linkOf(event: NoticedEvent): string;
  /** The event that a token stands for; undefined if it was not signed here. */
  eventOf(token: string): Uuid | undefined;
}

export function createFreezeLinks({
  key,
  publicOrigin,
}: {
  key: Buffer;
  publicOrigin: string | undefined;
}): FreezeLinks {
  const signatureOf = (eventId: string): string => keyedDigest(key, ['freeze link', eventId]);
  return {
    linkOf: ({ eventId, origin }) => `${publicOrigin ?? origin}/#/not-me?token=${eventId}.${signatureOf(eventId)}`,
    eventOf(token) {
      const [eventId = '', signature = ''] = token.split('.');
      const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(eventId))];
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      return isOurs && isUuid(eventId) ? eventId : undefined;
    },
  };
}
