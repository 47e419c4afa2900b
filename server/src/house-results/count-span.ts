// Sums of the payments between customers and the platform in a period of time, read from the journal span by span.
import { add, zero, type Wad } from '@candor/wire';
import { amount, columns, text } from '../kit/columns.ts';
import { inSpans, type Span } from '../kit/in-spans.ts';
import type { Database } from '../kit/postgres.ts';
import { select } from '../kit/select.ts';
import { firstMoveAt } from '../ledger/first-move.ts';
import type { ProductKinds } from './describe-results.ts';

/** Kind of the rows that hold the totals of swaps, valued in USDT at the index price. */
export const swapAtIndex = 'swap-at-index';

export interface KindSums {
  kind: string;
  coin: string;
  taken: Wad;
  given: Wad;
  returned: Wad;
}

const house = '00000000-0000-0000-0000-000000000000';
const sums = columns({ kind: text(), coin: text(), taken: amount, given: amount, returned: amount });
// Both sides of a swap with 36 decimals: amount and price have 18 decimals each, so their product has 36.
const swapped = columns({ takenParts: text(), givenParts: text() });
const atIndex = (side: string, price: string): string =>
  `coalesce(sum(${side} * coalesce(${price}, 1)), 0)::numeric(76, 36)::text`;
const partsOf = (decimal: string): bigint => BigInt(decimal.replace('.', ''));
/** Rounds 36 decimals down to 18, like the figures of a day. */
const wadOf = (parts: bigint): Wad => (parts / 10n ** 18n) as Wad;

interface SpanSums {
  moves: KindSums[];
  takenParts: bigint;
  givenParts: bigint;
}

async function readSpan(database: Database, { from, to }: Span): Promise<SpanSums> {
  const times = [new Date(from), new Date(to)];
  const moves = await select(
    database,
    sums,
    `select kind, coin,
       coalesce(sum(amount) filter (where ledger_is_customer(from_bucket) and not ledger_is_customer(to_bucket)), 0)::numeric(38, 18) as taken,
       coalesce(sum(amount) filter (where ledger_is_customer(to_bucket) and not ledger_is_customer(from_bucket)), 0)::numeric(38, 18) as given,
       coalesce(sum(amount) filter (where ledger_is_customer(from_bucket) and to_bucket = 'available'), 0)::numeric(38, 18) as returned
     from ledger_moves where at >= $1 and at < $2 and book = 'real' and account_id <> '${house}' group by kind, coin`,
    times,
  );
  const [swaps] = await select(
    database,
    swapped,
    `select ${atIndex('given', 'from_tick_price')} as taken_parts, ${atIndex('received', 'to_tick_price')} as given_parts
     from swap_orders where settled_at >= $1 and settled_at < $2 and result = 'filled' and book = 'real'`,
    times,
  );
  return { moves, takenParts: partsOf(swaps!.takenParts), givenParts: partsOf(swaps!.givenParts) };
}

/** Returns the same sums as the SQL function house_results_between, but with short statements, one per span. */
export async function sumBetween(
  database: Database,
  span: Span & { signal?: AbortSignal | undefined },
): Promise<KindSums[]> {
  const found = new Map<string, KindSums>();
  let [takenParts, givenParts] = [0n, 0n];
  const read = async (each: Span): Promise<SpanSums[]> => [await readSpan(database, each)];
  for await (const spans of inSpans({ ...span, read }))
    for (const { moves, ...parts } of spans) {
      [takenParts, givenParts] = [takenParts + parts.takenParts, givenParts + parts.givenParts];
      for (const move of moves) addTo(found, move);
    }
  if (takenParts > 0n || givenParts > 0n)
    addTo(found, {
      kind: swapAtIndex,
      coin: 'USDT',
      taken: wadOf(takenParts),
      given: wadOf(givenParts),
      returned: zero,
    });
  return [...found.values()];
}

function addTo(found: Map<string, KindSums>, { kind, coin, taken, given, returned }: KindSums): void {
  const key = `${kind} ${coin}`;
  const before = found.get(key) ?? { taken: zero, given: zero, returned: zero };
  found.set(key, {
    kind,
    coin,
    taken: add(before.taken, taken),
    given: add(before.given, given),
    returned: add(before.returned, returned),
  });
}

export interface Losers {
  product: string;
  accounts: number;
  losing: number;
}
const accountSums = columns({ product: text(), accountId: text().as('account_id::text'), net: amount });

/** Counts the accounts that used each product and how many of them lost money. Keeps one number per product and account in memory. */
export async function countLosers(
  database: Database,
  products: readonly ProductKinds[],
  { from, to, signal }: Span & { signal?: AbortSignal | undefined },
): Promise<Losers[]> {
  const named = products.flatMap(({ product, kinds }) => kinds.map((kind) => ({ product, kind })));
  const nets = new Map<string, Map<string, bigint>>();
  const read = (span: Span) =>
    select(
      database,
      accountSums,
      `select product, account_id::text as account_id, sum(case when ledger_is_customer(to_bucket) then amount else -amount end) as net
       from ledger_moves join unnest($3::text[], $4::text[]) as named(product, kind) using (kind)
       where at >= $1 and at < $2 and book = 'real' and account_id <> '${house}'
         and ledger_is_customer(from_bucket) <> ledger_is_customer(to_bucket)
       group by product, account_id`,
      [new Date(span.from), new Date(span.to), named.map(({ product }) => product), named.map(({ kind }) => kind)],
    );
  const start = Math.max(from, (await firstMoveAt(database)) ?? to);
  for await (const rows of inSpans({ from: start, to, read, signal }))
    for (const { product, accountId, net } of rows) {
      const accounts = nets.get(product) ?? new Map<string, bigint>();
      nets.set(product, accounts.set(accountId, (accounts.get(accountId) ?? 0n) + net));
    }
  return [...nets].map(([product, accounts]) => ({
    product,
    accounts: accounts.size,
    losing: accounts.values().reduce((count, net) => (net < 0n ? count + 1 : count), 0),
  }));
}
