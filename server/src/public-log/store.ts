// The SQL of the public log; private to this folder.
import type { TreeHash, TreeNode } from '@candor/proof';
import { columns, safeInteger, text } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';

const sized = columns({ size: safeInteger });
const leafRow = columns({ leaf: text() });
const signed = columns({ size: safeInteger, note: text() });
const root = columns({ root: text() });

export type SignedSize = { size: number; note: string };

export async function readSize(database: Database): Promise<number> {
  const row = await selectOne(database, sized, 'select coalesce(max(seq), -1) + 1 as size from public_log');
  return row!.size;
}

/** From `from` up to `to`, without it. */
export async function readLeaves(database: Database, from: number, to: number): Promise<string[]> {
  const rows = await select(
    database,
    leafRow,
    'select leaf from public_log where seq >= $1 and seq < $2 order by seq',
    [from, to],
  );
  return rows.map(({ leaf }) => leaf);
}

/** The newest entry that says which key signs. */
export async function readKeyEntry(database: Database, size: number): Promise<string | undefined> {
  const row = await selectOne(
    database,
    leafRow,
    `select leaf from public_log where seq < $1 and leaf::json ->> 'kind' = 'signing-key' order by seq desc limit 1`,
    [size],
  );
  return row?.leaf;
}

/** Hex. */
export async function readRoot(database: Database, size: number): Promise<string> {
  const row = await selectOne(database, root, `select encode(public_log_root($1), 'hex') as root`, [size]);
  return row!.root;
}

export const readNewestCheckpoint = (database: Database): Promise<SignedSize | undefined> =>
  selectOne(database, signed, 'select size, note from public_log_checkpoints order by size desc limit 1');

export const readCheckpoints = (database: Database, after: number, limit: number): Promise<SignedSize[]> =>
  select(database, signed, 'select size, note from public_log_checkpoints where size > $1 order by size limit $2', [
    after,
    limit,
  ]);

/** Of two that sign the same size, both name the same root: one of them stands. */
export async function insertCheckpoint(database: Database, { size, note }: SignedSize): Promise<void> {
  await database.query('insert into public_log_checkpoints (size, note) values ($1, $2) on conflict do nothing', [
    size,
    note,
  ]);
}

/** The hashes of nodes, in their order. */
export async function readNodes(database: Database, nodes: readonly TreeNode[]): Promise<TreeHash[]> {
  const { rows } = await database.query<{ hash: Buffer | null }>(
    `select public_log_node(level, index) as hash
     from unnest($1::int[], $2::bigint[]) with ordinality as nodes(level, index, place) order by place`,
    [nodes.map(({ level }) => level), nodes.map(({ index }) => index)],
  );
  return rows.map(({ hash }) => {
    if (hash === null) throw new Error('the public log lacks a node of its tree');
    return hash;
  });
}
