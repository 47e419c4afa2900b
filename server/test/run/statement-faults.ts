// What PostgreSQL could not make sense of, as its log says it: a job that asks for something wrong fails and tries again, where no test
// looks.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { failedAs, type Tally } from './tally.ts';

/** The log's lines have to begin so. */
export const faultLogging = { log_line_prefix: '%e %a| ' };

const lineOf = /^(?<code>\w{5}) (?<who>.*?)\| (?<kind>ERROR|STATEMENT): +(?<words>[^]*)$/;
/** Class 42 of SQLSTATE is a statement that is wrong; but for 42501, which guards raise and tests ask for. */
const isWrong = (code: string): boolean => code.startsWith('42') && code !== '42501';

/** Each statement once, with its error. Only those of the server: a test may ask on its own for what is not there. */
export function statementFaults(log: string): string[] {
  const faults = new Set<string>();
  let error = '';
  // Further lines of a statement begin with a tab.
  for (const entry of log.split(/\n(?!\t)/)) {
    const { code, who, kind, words } = lineOf.exec(entry)?.groups ?? {};
    if (code === undefined || !isWrong(code) || !who!.startsWith('candor')) continue;
    if (kind === 'ERROR') error = `${code} ${words}`;
    else faults.add(`${error}\n${words}`);
  }
  return [...faults];
}

const probe = 'select what_is_not_there';

/** One test: that the server's log has no fault but the one that is made here, without which it would say nothing. */
export async function checkStatements({ adminUrl, logFile }: { adminUrl: string; logFile: string }): Promise<Tally> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'candor probe' });
  await client.connect();
  await client.query(probe).catch(() => undefined);
  await client.end();
  const faults = statementFaults(readFileSync(logFile, 'utf8'));
  const found = faults.filter((fault) => !fault.endsWith(`\n${probe}`));
  const failures = faults.length === found.length ? ['the log does not say what is wrong'] : found;
  const whole = { path: 'statements', passed: 1, failed: 0, skipped: 0, seconds: 0, failures };
  return { files: [failures.length === 0 ? whole : { ...failedAs('statements', ''), failures }] };
}
