// Runs parts one after another, and ends this process with 0 if all is well. The last line says what came of it.
import { prepareTemplate, startThrowAwayServer } from '../support/database.ts';
import { runPart } from './part-process.ts';
import { parts } from './parts.ts';
import { runNode } from './processes.ts';
import { checkStatements, faultLogging } from './statement-faults.ts';
import { Report, type Tally } from './tally.ts';

export interface Run {
  chosen: readonly string[];
  /** What each of them is handed, by its name. */
  args?: Readonly<Record<string, readonly string[]>>;
  environment: Record<string, string>;
  /** Hears how a part came out. */
  onPart?: (name: string, tally: Tally) => void;
}

/** The parts that a command names, all if it names none, and the rest of the command. */
export function readParts(all: readonly string[], command: readonly string[]): Pick<Run, 'chosen' | 'args'> {
  const firstOther = command.findIndex((arg) => parts[arg] === undefined);
  const [named, args] = firstOther < 0 ? [command, []] : [command.slice(0, firstOther), command.slice(firstOther)];
  const chosen = named.length > 0 ? named : all;
  if (named.length > 0 || args.length === 0)
    return { chosen, args: Object.fromEntries(chosen.map((name) => [name, args])) };
  console.error(`There is no part ${args[0]}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(2);
}

export async function runParts({ chosen, args = {}, environment, onPart }: Run): Promise<never> {
  for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]] as const) process.once(signal, () => process.exit(code)); // oxfmt-ignore
  const server = chosen.some((name) => parts[name]!.needsDatabase)
    ? await startThrowAwayServer(faultLogging)
    : undefined;
  const database: Record<string, string> = server
    ? { CANDOR_TEST_POSTGRES: await prepareTemplate(server.adminUrl) }
    : {};
  const report = new Report();
  const ofRun = { ...environment, ...database, CANDOR_PARTS: chosen.join(' ') };
  // While the first parts run: what later ones need of a machine that has none.
  const installed = (need: 'needsBrowser' | 'needsClients', program: string): Promise<unknown> | undefined =>
    chosen.some((name) => parts[name]![need]) ? runNode(`server/test/run/${program}`, []) : undefined;
  const browser = installed('needsBrowser', 'install-browser.ts');
  const clients = installed('needsClients', 'install-clients.ts');
  for (const name of chosen) {
    const { limitSeconds, needsBrowser, needsClients } = parts[name]!;
    if (needsBrowser) await browser;
    if (needsClients) await clients;
    const run = { name, args: args[name] ?? [], limitSeconds, environment: ofRun };
    const tally = await report.run(name, () => runPart(run));
    onPart?.(name, tally);
  }
  if (server) await report.run('statements', () => checkStatements(server));
  const code = report.finish();
  await server?.stop();
  process.exit(code);
}
