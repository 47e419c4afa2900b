// From every movement to its order, and back: the movements of a product are compared with what its orders explain of them, by account,
// object, kind, coin and book. Balances alone would not tell that somebody posted a movement for an object that does not exist.
import type { Explanation, Invariant } from '../kit/product.ts';
import { joined, raw, sql, type Sql } from '../kit/sql.ts';

/** How the movements of a kind are added up. */
interface Added {
  kind: string;
  /** The kind that they are added to: another one where they take it back. */
  to: string;
  sign: 1 | -1;
  /** How often each counts; 0 where several may make what one order explains. */
  times: 0 | 1;
  hasOwnObject: boolean;
}
type Rows = Extract<Explanation, { rows: Sql }>;
type Explained = Readonly<Partial<Record<string, Explanation>>>;

/** The name of the rule about a product. */
export const explainedRule = ({ name }: { name: string }): string =>
  `the journal holds each movement that the orders of ${name} explain, and no other`;

/** One rule for each product that explains anything. */
export const explainInvariants = (products: readonly { name: string; explains: Explained }[]): Invariant[] =>
  products
    .filter(({ explains }) => Object.keys(explains).length > 0)
    .map(({ name, explains }) => ({ name: explainedRule({ name }), sql: compared(explains) }));

/** Of a sum, for whoever must act on it. */
const named = sql`kind || ' of ' || coalesce(object_id, account_id)`;

/** Amounts of movements are above zero, so no two of one kind can cancel each other out. */
function compared(explains: Explained): Sql {
  const kinds = Object.keys(explains);
  const explained = Object.entries(explains).flatMap(([kind, each]) =>
    each && 'rows' in each ? [explainedRows(kind, each)] : [],
  );
  return sql`select count(*) as checked, count(*) filter (where is_broken) as broken,
      array_remove(array[min(${named}) filter (where is_broken), nullif(max(${named}) filter (where is_broken), min(${named}) filter (where is_broken))],
        null) as examples
    from (select account_id, object_id, kind, sum(amount) is distinct from 0 or sum(times) <> 0 as is_broken from (
        select account_id, case when not has_own_object then object_id end as object_id, added_to as kind, coin, book,
          amount * sign as amount, times
        from ledger_moves join (values ${joined(
          kinds.map((kind) => addedRow(addedOf(kind, explains))),
          ', ',
        )})
          as added (kind, added_to, sign, times, has_own_object) using (kind)
        where kind = any(${kinds}::text[])
        ${joined(explained, ' ')}) as both_sides
      group by account_id, object_id, kind, coin, book) as sums`;
}

function addedOf(kind: string, explains: Explained): Added {
  const each = explains[kind]!;
  if ('takesBack' in each) return { ...addedOf(each.takesBack, explains), kind, sign: -1 };
  return { kind, to: kind, sign: 1, times: each.isInParts ? 0 : 1, hasOwnObject: each.hasOwnObject ?? false };
}

const addedRow = ({ kind, to, sign, times, hasOwnObject }: Added): Sql =>
  sql`(${kind}::text, ${to}::text, ${sign}::int, ${times}::int, ${hasOwnObject}::boolean)`;

const explainedRows = (kind: string, { rows, isInParts, hasOwnObject }: Rows): Sql => sql`union all
  select account_id, ${raw(hasOwnObject ? 'null' : 'object_id')}, ${kind}::text, coin, book::ledger_book, -amount, ${isInParts ? 0 : -1}::int
  from (${rows}) as explained where amount is distinct from 0`;
