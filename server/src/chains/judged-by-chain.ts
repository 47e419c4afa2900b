// Counts the rows of an audit rule that the chain confirms and those that it contradicts.
import { sql, type Sql } from '../kit/sql.ts';

export type ChainVerdict = 'right' | 'wrong' | 'unknown';

/** Maximum of row names in an audit result. */
const examplesMax = 20;

/** Throws if some row is unknown and no row is wrong: the audit then reports the rule as not checked. */
export function countJudged(judged: readonly { name: string; verdict: ChainVerdict }[]): Sql {
  const named = (verdict: ChainVerdict): string[] =>
    judged.filter((each) => each.verdict === verdict).map(({ name }) => name);
  const [wrong, unknown] = [named('wrong'), named('unknown')];
  if (wrong.length === 0 && unknown.length > 0) {
    throw new Error(
      `the node does not know ${unknown.length} of ${judged.length}, such as ${unknown.slice(0, examplesMax).join(', ')}`,
    );
  }
  return sql`select ${judged.length}::int as checked, ${wrong.length}::int as broken, ${wrong.slice(0, examplesMax)}::text[] as examples`;
}

/** Judges the rows in order, `atOnce` of them concurrently. */
export async function judgeEach<Row, Judged>(
  rows: readonly Row[],
  atOnce: number,
  judge: (row: Row) => Promise<Judged>,
): Promise<Judged[]> {
  const all: Judged[] = [];
  for (let from = 0; from < rows.length; from += atOnce)
    all.push(...(await Promise.all(rows.slice(from, from + atOnce).map(judge))));
  return all;
}
