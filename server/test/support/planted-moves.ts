// Movements that nothing ordered: as whoever has the server's password posts them, and as somebody whom nothing keeps from writing.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { comparedWithActs } from '../../src/kit/check-faces.ts';
import { openPool, type Connection, type Pool } from '../../src/kit/postgres.ts';
import { checkInvariants, gatheredRule } from '../../src/ledger/check-invariants.ts';
import { claimInvariants } from '../../src/ledger/claim-invariants.ts';
import { houseAccountId } from '../../src/ledger/command.ts';
import { explainedRule } from '../../src/ledger/explain-invariants.ts';
import { explainedByOrders, moneyInvariants, products } from '../../src/products.ts';

export interface Posted {
  accountId: string;
  objectId: string;
  kind: string;
  coin: string;
  from: string;
  to: string;
  amount: string;
  /** Slice of the house account; the central slice by default. */
  slice?: number;
  /** Id of the entry; a new one by default. */
  entryId?: string;
}

/** By the function that posts, with balances that are true: the database has nothing to say against it. */
export async function postAsServer(
  pool: Pool,
  { accountId, objectId, kind, coin, from, to, amount, slice = 0, entryId = randomUUID() }: Posted,
): Promise<void> {
  const house = [from, to].filter((bucket) => !isCustomers(bucket));
  await pool.query(
    `select ledger_open_house($1::ledger_bucket[], array_fill($2::text, array[$3::int]), array_fill('real'::ledger_book, array[$3::int]), array_fill($4::smallint, array[$3::int]))`,
    [house, coin, house.length, slice],
  );
  if (house.length < 2)
    await pool.query(`select ledger_open_balances(array[$1::uuid], array[$2], '{real}')`, [accountId, coin]);
  await pool.query(
    `select ledger_post(array[$1], array[$2], '{real}', array[$3::ledger_bucket], array[$4::ledger_bucket], array[$8::smallint], array[$8::smallint], '{null}', '{null}', '{null}',
       '{1}', array[$5::uuid], array[$9::uuid], '{0}', array[$6::uuid], array[$7::numeric],
       array[${afterOf('$3', '-')}], array[${afterOf('$4', '+')}], '{null}', now(),
       array[(select version from ledger_balances where account_id = $5 and coin = $2)])`,
    [kind, coin, from, to, accountId, objectId, amount, slice, entryId],
  );
}

const afterOf = (
  bucket: string,
  sign: '+' | '-',
): string => `(select case ${bucket}::text when 'available' then available
  when 'reserved' then reserved when 'margin' then margin when 'staked' then staked end ${sign} $7::numeric
  from ledger_balances where account_id = $5 and coin = $2)`;
const isCustomers = (bucket: string): boolean => ['available', 'reserved', 'margin', 'staked'].includes(bucket);

/** How many rows break each rule that does not hold. */
export const countBroken = async (pool: Pool): Promise<Map<string, number>> =>
  new Map(
    (await checkInvariants(pool, moneyInvariants)).flatMap(({ name, broken }) => (broken > 0 ? [[name, broken]] : [])),
  );

/** The rule that must name a movement of this kind. */
function ruleOf(kind: string): string {
  if (kind === 'house-gathered') return gatheredRule.name;
  const product = products.find(({ explains }) => kind in explains);
  return explainedRule(product ?? assert.fail(`nothing explains ${kind}`));
}
const bonusRule = 'what an experience account starts with comes out of the bankroll';
const rules = [
  gatheredRule,
  ...explainedByOrders,
  ...claimInvariants(products.map(({ claims }) => claims)),
  ...products.flatMap(({ invariants }) => invariants.filter(({ name }) => name === bonusRule)),
];

interface Way {
  kind: string;
  from: string;
  to: string;
  coverFrom: string | null;
  coverTo: string | null;
}
interface Place {
  accountId: string;
  objectId: string;
  coin: string;
}
export interface Planting {
  what: string;
  /** Rules that were broken with it. */
  named: string[];
  expected: string;
}
export interface Plantings {
  planted: Planting[];
  /** What a check of the table keeps even its owner from writing. */
  refused: string[];
}

/**
 * In a database at rest: plants each way of money in each book, for an object of nothing, for a real one once more, and for one of another
 * account, takes out one movement of each kind, and changes what one of each kind sets aside; each by itself, and undone again.
 */
export async function plantEach(adminUrl: string): Promise<Plantings> {
  const pool = openPool(adminUrl, 1);
  const connection = await pool.connect();
  const found: Plantings = { planted: [], refused: [] };
  try {
    // No trigger is asked, and what keeps a second payment for one deposit away is gone.
    await connection.query(`begin; set local session_replication_role = replica;
      drop index ledger_moves_source; drop index ledger_moves_bonus`);
    assert.deepEqual(await namedBy(connection), []);
    for (const way of await readWays(connection)) {
      for (const book of ['real', 'bonus']) await plantWay(connection, { way, book }, found);
    }
    await removeEach(connection, found);
    await changeCovers(connection, found);
    return found;
  } finally {
    await connection.query('rollback');
    connection.release();
    await pool.end();
  }
}

async function readWays(connection: Connection): Promise<Way[]> {
  const { rows } = await connection.query<Way>(
    `select kind, from_bucket::text as from, to_bucket::text as to, cover_from::text as "coverFrom", cover_to::text as "coverTo"
     from ledger_movements where kind <> all($1) order by kind, from_bucket, to_bucket, cover_from, cover_to`,
    [comparedWithActs],
  );
  return rows;
}

async function plantWay(
  connection: Connection,
  { way, book }: { way: Way; book: string },
  found: Plantings,
): Promise<void> {
  const real = await placeLike(connection, way.kind, book);
  const others = await connection.query<{ id: string }>(
    'select account_id as id from accounts where account_id <> $1 limit 1',
    [real.accountId],
  );
  const places: Record<string, Place> = {
    'of nothing': { ...real, objectId: randomUUID() },
    'once more': real,
    "of another's": { ...real, accountId: others.rows[0]!.id },
  };
  for (const [turn, place] of Object.entries(places)) {
    const what = [way.kind, way.from, way.to, way.coverFrom ?? '-', book, turn].join(' ');
    await connection.query('savepoint planting');
    try {
      await insertMove(connection, { way, book, place });
      found.planted.push({ what, named: await namedBy(connection), expected: ruleOf(way.kind) });
    } catch (error) {
      if ((error as { code?: string }).code !== '23514') throw error;
      found.refused.push(what);
    }
    await connection.query('rollback to planting');
  }
}

/** Of a movement of this kind, or of the same product, or of any, in this book where there is one. */
async function placeLike(connection: Connection, kind: string, book: string): Promise<Place> {
  const kinds = Object.keys(products.find(({ explains }) => kind in explains)?.explains ?? {});
  const { rows } = await connection.query<Place>(
    `select account_id as "accountId", object_id as "objectId", coin from ledger_moves
     order by kind = $1 desc, kind = any($2) desc, book = $3::ledger_book desc, sequence limit 1`,
    [kind, kinds, book],
  );
  return rows[0]!;
}

async function insertMove(
  connection: Connection,
  { way, book, place }: { way: Way; book: string; place: Place },
): Promise<void> {
  const { kind, from, to, coverFrom, coverTo } = way;
  const after = (bucket: string): string | null => (isCustomers(bucket) ? '1' : null);
  const cover = coverFrom === null ? [null, null, null, null] : [coverFrom, coverTo, 0, '0.5'];
  await connection.query(
    `insert into ledger_moves (account_id, object_id, coin, kind, book, from_bucket, to_bucket, from_after, to_after, entry_id, leg, from_slice,
       to_slice, amount, cover_from, cover_to, cover_slice, cover_amount, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, gen_random_uuid(), 0, 0, 1, 0.5, $10, $11, $12, $13, now())`,
    [place.accountId, place.objectId, place.coin, kind, book, from, to, after(from), after(to), ...cover],
  );
}

/** Gathered money is missed where it lies: by the balances of slices. */
async function removeEach(connection: Connection, found: Plantings): Promise<void> {
  const { rows } = await connection.query<{ kind: string; sequence: string }>(
    'select kind, min(sequence)::text as sequence from ledger_moves where kind <> all($1) and account_id <> $2 group by kind',
    [comparedWithActs, houseAccountId],
  );
  for (const { kind, sequence } of rows) {
    await connection.query('savepoint planting');
    await connection.query('delete from ledger_moves where sequence = $1', [sequence]);
    found.planted.push({ what: `${kind} taken out`, named: await namedBy(connection), expected: ruleOf(kind) });
    await connection.query('rollback to planting');
  }
}

/** What the house sets aside with a movement, or releases, is more than it says, and balances with it. */
async function changeCovers(connection: Connection, found: Plantings): Promise<void> {
  const { rows } = await connection.query<{ kind: string; sequence: string; from: string; to: string }>(
    `select distinct on (kind, cover_from) kind, sequence::text as sequence, cover_from::text as from, cover_to::text as to
     from ledger_moves where cover_amount is not null order by kind, cover_from, sequence`,
  );
  for (const { kind, sequence, from, to } of rows) {
    const reserve = [from, to].find((each) => each.endsWith('-reserve'));
    // No balance of a promise falls below zero by it.
    const more = from === reserve ? -0.000001 : 0.000001;
    await connection.query('savepoint planting');
    await connection.query('update ledger_moves set cover_amount = cover_amount + $1::numeric where sequence = $2', [
      more,
      sequence,
    ]);
    const changes = [
      [from, -more],
      [to, more],
    ] as const;
    for (const [bucket, change] of changes)
      await connection.query(
        `update ledger_house set balance = balance + $1::numeric where (bucket, coin, book, slice) = (
           select h.bucket, h.coin, h.book, h.slice from ledger_house as h join ledger_moves as m using (coin, book)
           where m.sequence = $2 and h.bucket = $3 order by h.balance desc limit 1)`,
        [change, sequence, bucket],
      );
    const expected = reserve === undefined ? bonusRule : `${reserve} holds exactly what the house has promised`;
    found.planted.push({ what: `${kind} with another cover`, named: await namedBy(connection), expected });
    await connection.query('rollback to planting');
  }
}

async function namedBy(connection: Connection): Promise<string[]> {
  const named: string[] = [];
  for (const { name, sql } of rules) {
    assert.ok(typeof sql !== 'function');
    const { rows } = await connection.query<{ broken: number }>(sql.query);
    if (rows[0]!.broken > 0) named.push(name);
  }
  return named;
}
