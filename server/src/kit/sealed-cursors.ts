// Cursors of lists that go by a number which all customers share: the number would say how much they do together.
import type { Uuid } from '@candor/wire';
import { malformedCursor, type AskedPage, type Page } from './paged-list.ts';
import { createSealing } from './sealing.ts';
import type { Secrets } from './secrets.ts';

export interface SealedCursors {
  /** Reads a page of an account's list with cursors that tell the number to nobody and are of no use to another account. Refuses with `malformed`. */
  read: <Row>(accountId: Uuid, page: AskedPage, read: (opened: AskedPage) => Promise<Page<Row>>) => Promise<Page<Row>>;
}

export function sealCursors(secrets: Pick<Secrets, 'pepper' | 'olderPeppers'>): SealedCursors {
  const sealing = createSealing(secrets, 'places');

  function seal(cursor: string, accountId: Uuid): string {
    const { keyId, bytes } = sealing.seal(Buffer.from(cursor), accountId);
    return `${keyId}.${bytes.toString('base64url')}`;
  }

  function open(sealed: string, accountId: Uuid): string {
    const [keyId = '', text = ''] = sealed.split('.');
    try {
      return sealing.open({ keyId, bytes: Buffer.from(text, 'base64url') }, accountId).toString();
    } catch {
      return malformedCursor();
    }
  }

  return {
    async read(accountId, page, read) {
      const found = await read({ ...page, after: page.after === '' ? '' : open(page.after, accountId) });
      return { ...found, next: found.next === undefined ? undefined : seal(found.next, accountId) };
    },
  };
}
