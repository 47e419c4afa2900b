// What must hold of the public log in a whole database by itself: its hashes, its signatures, and what it tells of the house.
import { isCheckpointOf, keyInForce, originOfLog, readCheckpoint, readLogEntry } from '@candor/proof';
import type { Invariant, Queryable } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';

export const publicLogInvariants: readonly Invariant[] = [
  {
    name: 'entries of the public log follow one another, each canonical and with its hash',
    sql: sql`select count(*) as checked, count(*) filter (where case
            when seq <> place - 1 or hash <> sha256('\\x00'::bytea || convert_to(leaf, 'UTF8')) or not is_json_object(leaf) then true
            else canonical_json(leaf::jsonb) <> leaf or leaf::json ->> 'seq' <> seq::text
              or (leaf::json ->> 'at_ms')::bigint < before_ms end) as broken
          from (select *, row_number() over each as place, lag(case when is_json_object(leaf) then (leaf::json ->> 'at_ms')::bigint end)
                  over each as before_ms from public_log window each as (order by seq)) as entries`,
  },
  {
    name: 'each node of the public log is the hash of the two below it, and none is missing',
    sql: sql`with size as (select count(*) as size from public_log)
          select count(*) as checked, count(*) filter (where node.hash is distinct from
              sha256('\\x01'::bytea || public_log_node(level - 1, index * 2) || public_log_node(level - 1, index * 2 + 1))) as broken
          from (select level, index from size, generate_series(1, 62) as level,
                  generate_series(0, (size >> level) - 1) as index where size >> level > 0) as wanted
          full join public_log_nodes as node using (level, index)`,
  },
  { name: 'each checkpoint names the root of its size and is signed with the key of its time', sql: checkCheckpoints },
  {
    name: 'the capital of the house is what the public log tells of it',
    sql: sql`with told as (
            select body ->> 'coin' as coin, body ->> 'book' as book, sum((body ->> 'paid_in')::numeric) as amount
            from (select leaf::jsonb -> 'body' as body, leaf::jsonb ->> 'kind' as kind from public_log where is_json_object(leaf)) as entries
            where kind = 'house-money' group by 1, 2)
          select count(*) as checked, count(*) filter (where coalesce(told.amount, 0) <> -coalesce(capital.amount, 0)) as broken
          from (select coin, book::text, sum(balance) as amount from ledger_house where bucket = 'capital' group by 1, 2) as capital
          full join told using (coin, book)`,
  },
  {
    name: 'the audit log goes on from each of its ends that the public log names',
    sql: sql`with told as (select seq, (leaf::jsonb -> 'body' ->> 'entries')::bigint as entry, leaf::jsonb -> 'body' ->> 'hash' as hash
            from public_log where is_json_object(leaf) and leaf::json ->> 'kind' = 'audit-head')
          select count(*) as checked, count(*) filter (where (told.entry, told.hash) is distinct from (head.entry, encode(head.hash, 'hex'))
              or audit_log.hash is distinct from head.hash) as broken
          from told full join audit_heads as head using (seq) left join audit_log on audit_log.seq = head.entry`,
  },
  {
    name: 'the public log tells of all ended orders that it took in',
    sql: sql`with told as (select seq, canonical_json(leaf::jsonb -> 'body') as body
            from public_log where is_json_object(leaf) and leaf::json ->> 'kind' = 'ended-orders')
          select count(*) as checked, count(*) filter (where told.body is distinct from taken.body) as broken
          from told full join (
            select seq, canonical_json(jsonb_build_object('count', count(*),
              'digest', encode(sha256(string_agg(digest, ''::bytea order by order_id)), 'hex'))) as body
            from ended_orders group by seq) as taken using (seq)`,
  },
];

/** Signatures are the program's to verify; roots the database computes again from the nodes. */
async function checkCheckpoints(database: Queryable) {
  const query = async (text: string) => (await database.query({ text, values: [] })).rows as Record<string, string>[];
  const [first] = await query('select leaf from public_log where seq = 0');
  const keys = (await query(`select leaf from public_log where leaf like '%"kind":"signing-key"%' order by seq desc`))
    .flatMap(({ leaf }) => readLogEntry(leaf!) ?? [])
    .filter((entry) => keyInForce(entry) !== undefined);
  const checkpoints = await query(
    `select size::text, note, encode(public_log_root(size), 'hex') as root from public_log_checkpoints`,
  );
  const broken = checkpoints.filter(({ size, note, root }) => {
    const read = readCheckpoint(note!);
    const key = keys.find(({ seq }) => read !== undefined && seq < read.size);
    return (
      !read ||
      !key ||
      String(read.size) !== size ||
      read.root !== root ||
      read.origin !== originOfLog(first?.['leaf'] ?? '') ||
      !isCheckpointOf(keyInForce(key)!, read)
    );
  });
  return sql`select ${checkpoints.length}::int as checked, ${broken.length}::int as broken`;
}
