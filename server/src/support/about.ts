// What a request may be about: an order or a line of the bills of the customer's own, or nothing. That of somebody else does not exist.
import { parseWireId, type Uuid } from '@candor/wire';
import type { Database } from '../kit/postgres.ts';
import type { OrderKind } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { isOwnRow } from './store.ts';

/** The id as it is kept. Refuses with `not-found`. */
export async function readAbout(
  database: Database,
  { accountId, about, orderKinds }: { accountId: Uuid; about: string; orderKinds: readonly OrderKind[] },
): Promise<string> {
  const typed = about.trim();
  if (typed === '') return '';
  for (const { kind, table, id: idColumn } of [...orderKinds, billLine]) {
    const id = parseWireId(kind, typed);
    if (id && (await isOwnRow(database, { accountId, id, table, idColumn }))) return typed;
  }
  return refuse('not-found');
}

const billLine = { kind: 'entry', table: 'ledger_moves', id: 'entry_id' } as const;
