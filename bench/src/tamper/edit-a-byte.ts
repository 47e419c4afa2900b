// One byte of one value of one row changed, as a superuser whom no trigger hinders. What the database itself refuses is not made.
import type { PoolConnection } from '../../../server/src/kit/postgres.ts';
import { seededRandom } from '../seeded-random.ts';

export interface Edit {
  table: string;
  column: string;
  before: string;
  after: string;
}

/** Tables, and columns that say nothing to anybody: counts of writes, which change with each. */
const tables: Record<string, readonly string[]> = {
  public_log: [],
  public_log_nodes: [],
  public_log_checkpoints: [],
  market_ticks: [],
  market_minutes: [],
  option_orders: ['version'],
  contract_orders: ['version'],
  contract_changes: [],
  ended_orders: [],
  audit_log: [],
  audit_heads: [],
};

interface Column {
  name: string;
  type: string;
}

export async function createEditor(connection: PoolConnection, seed: number): Promise<{ edit: () => Promise<Edit> }> {
  const random = seededRandom(seed);
  const { below } = random;
  const columns = new Map<string, Column[]>();
  const counts = new Map<string, number>();
  for (const [table, idle] of Object.entries(tables)) {
    const { rows } = await connection.query<Column>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attname <> all ($2)`,
      [table, idle],
    );
    const { rows: counted } = await connection.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    if (counted[0]!.count === 0) throw new Error(`there is nothing in ${table} to change`);
    columns.set(table, rows);
    counts.set(table, counted[0]!.count);
  }
  const names = Object.keys(tables);
  let turn = 0;

  async function tryOnce(table: string): Promise<Edit | undefined> {
    const column = columns.get(table)![below(columns.get(table)!.length)]!;
    const { rows } = await connection.query<{ place: string; before: string | null }>(
      `select ctid::text as place, ${column.name}::text as before from ${table} offset $1 limit 1`,
      [below(counts.get(table)!)],
    );
    const { place, before } = rows[0]!;
    const after = before === null ? undefined : changeOneByte(before, column.type, below);
    if (before === null || after === undefined) return undefined;
    await connection.query('savepoint before_edit');
    try {
      const { rowCount } = await connection.query(
        `update ${table} set ${column.name} = $1::${column.type} where ctid = $2::tid and ${column.name} is distinct from $1::${column.type}`,
        [after, place],
      );
      return rowCount === 1 ? { table, column: column.name, before, after } : undefined;
    } catch {
      await connection.query('rollback to before_edit');
      return undefined;
    }
  }

  return {
    async edit() {
      const table = names[turn++ % names.length]!;
      await connection.query('set local session_replication_role = replica');
      for (;;) {
        const edit = await tryOnce(table);
        if (edit) return edit;
      }
    },
  };
}

/** Of bytes any byte for any other; of text a digit for a digit, a letter for a letter. Undefined where there is none at that place. */
function changeOneByte(text: string, type: string, below: (count: number) => number): string | undefined {
  if (type === 'boolean') return text === 'true' || text === 't' ? 'false' : 'true';
  if (type === 'bytea') {
    const at = 2 + 2 * below((text.length - 2) / 2);
    const other = (parseInt(text.slice(at, at + 2), 16) + 1 + below(255)) % 256;
    return `${text.slice(0, at)}${other.toString(16).padStart(2, '0')}${text.slice(at + 2)}`;
  }
  const at = below(text.length);
  const char = text[at]!;
  const alphabet = ['0123456789', 'abcdef', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((each) =>
    each.includes(char),
  );
  if (alphabet === undefined) return undefined;
  const other = alphabet[(alphabet.indexOf(char) + 1 + below(alphabet.length - 1)) % alphabet.length]!;
  return text.slice(0, at) + other + text.slice(at + 1);
}
