// Where a list is read on: after an order by its id, or after a number of the database's own, which nobody is told.
import { parseWireId, wireId, type IdKind, type Uuid } from '@candor/wire';
import { refuse } from './refuse.ts';
import { createSealing } from './sealing.ts';
import type { Secrets } from './secrets.ts';

export interface OrderPage {
  limit: number;
  offset: number;
  /** Undefined where a list is read from its start. */
  after: Uuid | undefined;
}

/** The page of orders that was asked for. Refuses with `malformed` where `after` names none. */
export const orderPage = (
  kind: IdKind,
  { pagesize, current_page: page, after }: { pagesize: number; current_page: number; after: string },
): OrderPage => ({
  limit: pagesize,
  offset: (page - 1) * pagesize,
  after: after === '' ? undefined : (parseWireId(kind, after) ?? malformed()),
});

export const afterOrder = (after: Uuid | undefined) =>
  after === undefined ? undefined : { column: 'order_id', value: after };

/** `next` of an answer. */
export const nextOrder = (
  kind: IdKind,
  { rows, hasMore }: { rows: readonly { orderId: Uuid }[]; hasMore: boolean },
): { next?: string } => (hasMore ? { next: wireId(kind, rows.at(-1)!.orderId) } : {});

export interface SealedPlaces {
  /** It says the number to nobody, and is of no use to another account. */
  tokenOf: (place: number, accountId: Uuid) => string;
  /** Refuses with `malformed`. */
  placeOf: (token: string, accountId: Uuid) => number;
}

/** Places in a list that goes by a number which all customers share: it would say how much they do together. */
export function sealPlaces(secrets: Pick<Secrets, 'pepper' | 'olderPeppers'>): SealedPlaces {
  const sealing = createSealing(secrets, 'places');
  return {
    tokenOf(place, accountId) {
      const { keyId, bytes } = sealing.seal(Buffer.from(String(place)), accountId);
      return `${keyId}.${bytes.toString('base64url')}`;
    },
    placeOf(token, accountId) {
      const [keyId = '', text = ''] = token.split('.');
      try {
        return parseInt(sealing.open({ keyId, bytes: Buffer.from(text, 'base64url') }, accountId).toString(), 10);
      } catch {
        return malformed();
      }
    },
  };
}

const malformed = (): never => refuse('malformed', { field: 'after' });
