// From every movement to its order, and back: the movements of a product are compared with what its orders explain of them, by account,
// object, kind, coin and book. Balances alone would not tell that somebody posted a movement for an object that does not exist.
import type { Explanation, Invariant, Together } from '../kit/product.ts';
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

interface Explaining {
  name: string;
  explains: Explained;
}

/** One rule for each product that explains anything. */
export function explainInvariants(products: readonly Explaining[]): Invariant[] {
  const explaining = products.filter(({ explains }) => Object.keys(explains).length > 0);
  // One statement for all rules, so that the journal is read once.
  const together: Together = { sql: compared(explaining) };
  return explaining.map((each) => ({
    name: explainedRule(each),
    sql: sql`select checked, broken, examples from (${compared([each])}) as rules`,
    together,
  }));
}

/** Of a sum, for whoever must act on it. */
const named = sql`kind || ' of ' || coalesce(object_id, account_id)`;

/**
 * Amounts of movements are above zero, so no two of one kind can cancel each other out. Kinds are grouped by a number each, which is quicker
 * than by name.
 */
function compared(products: readonly Explaining[]): Sql {
  const places = products.flatMap((each) => Object.keys(each.explains).map((kind) => ({ kind, ...each })));
  const numbers = new Map(places.map(({ kind }, index) => [kind, index + 1]));
  const added = places.map(({ kind, explains }) => addedOf(kind, explains));
  const explained = places.flatMap(({ kind, explains }) => {
    const each = explains[kind]!;
    return 'rows' in each ? [explainedRows(numbers.get(kind)!, each)] : [];
  });
  const kinds = places.map(({ kind }) => kind);
  return sql`select rule as name, coalesce(sum(checked), 0)::bigint as checked, coalesce(sum(broken), 0)::bigint as broken,
      array_remove(array[min(first), nullif(max(last), min(first))], null) as examples
    from unnest(${kinds}::text[], ${places.map(explainedRule)}::text[]) with ordinality as kinds (kind, rule, number)
      left join (
        select number, count(*) as checked, count(*) filter (where is_broken) as broken,
          min(${named}) filter (where is_broken) as first, max(${named}) filter (where is_broken) as last
        from (select account_id, object_id, number, sum(amount) is distinct from 0 or sum(times) <> 0 as is_broken from (
            select account_id, case when not has_own_object then object_id end as object_id, number, coin, book,
              case sign when 1 then amount else -amount end as amount, times
            from ledger_moves join (values ${joined(
              added.map((each) => addedRow(each, numbers.get(each.to)!)),
              ', ',
            )})
              as added (kind, number, sign, times, has_own_object) using (kind)
            where kind = any(${kinds}::text[])
            ${joined(explained, ' ')}) as both_sides
          group by account_id, object_id, number, coin, book) as sums
        cross join lateral (select (${kinds}::text[])[number] as kind) as names
        group by number) as counts using (number)
    group by rule`;
}

function addedOf(kind: string, explains: Explained): Added {
  const each = explains[kind]!;
  if ('takesBack' in each) return { ...addedOf(each.takesBack, explains), kind, sign: -1 };
  return { kind, to: kind, sign: 1, times: each.isInParts ? 0 : 1, hasOwnObject: each.hasOwnObject ?? false };
}

const addedRow = ({ kind, sign, times, hasOwnObject }: Added, number: number): Sql =>
  sql`(${kind}::text, ${number}::int, ${sign}::int, ${times}::int, ${hasOwnObject}::boolean)`;

const explainedRows = (number: number, { rows, isInParts, hasOwnObject }: Rows): Sql => sql`union all
  select account_id, ${raw(hasOwnObject ? 'null' : 'object_id')}, ${number}::int, coin, book::ledger_book, -amount, ${isInParts ? 0 : -1}::int
  from (${rows}) as explained where amount is distinct from 0`;
