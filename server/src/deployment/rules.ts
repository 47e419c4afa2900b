// Pure rules: which server may open which database, and with which keys.
import { keyNames, type KeyIds, type KeyName } from './key-ids.ts';

export type Mode = 'demo' | 'production';

export interface DatabaseRole {
  name: string;
  /** A superuser, the owner of the schema, or whoever was granted it. */
  mayWriteLedger: boolean;
  /** May write what operators propose and decide. */
  mayDecide: boolean;
}

export interface ChainedKeys extends KeyIds {
  since: number;
}

/** Why a server in this mode must not open a database of the other; undefined if it may, also as the first. */
export const modeProblem = (written: Mode | undefined, mode: Mode): string | undefined =>
  written === undefined || written === mode ? undefined : otherMode[written];

const otherMode: Record<Mode, string> = {
  demo:
    'This database belongs to a demo: its money, its verifications and its keys were made up, and nothing tells them apart ' +
    'from real ones. Production needs a database that no demo ever opened: set DATABASE_URL (or DATA_DIRECTORY) to an empty one.',
  production:
    'This database holds real money, and a demo would make up more of it. Set NODE_ENV=production to run the production, ' +
    'or DATABASE_URL (or DATA_DIRECTORY) to a database of the demo.',
};

/** Why a server must not come as this role; undefined if it may. */
export const roleProblem = ({ name, mayWriteLedger, mayDecide }: DatabaseRole): string | undefined =>
  mayWriteLedger || mayDecide
    ? `DATABASE_URL opens the database as ${name}, who could ${mayWriteLedger ? 'set any balance' : 'act as any operator'}. A server is candor_app, as deploy/database.sql makes it.`
    : undefined;

/** Why a console must not come as this role; undefined if it may. */
export function consoleRoleProblem({ name, mayWriteLedger, mayDecide }: DatabaseRole): string | undefined {
  if (mayWriteLedger)
    return `DATABASE_CONSOLE_URL opens the database as ${name}, who could set any balance. A console is candor_console, as deploy/database.sql makes it.`;
  return mayDecide
    ? undefined
    : `DATABASE_CONSOLE_URL opens the database as ${name}, as whom no operator signs in. A console is candor_console, as deploy/database.sql makes it.`;
}

/** What a production says where its role could fill the disk with large objects. */
export const largeObjectsWarning = (mayMake: boolean): string | undefined =>
  mayMake
    ? 'the database lets its server store large objects without a limit: run deploy/large-objects.sql there, as its superuser'
    : undefined;

/** Why these keys don't open a database whose chain of keys this is; undefined if they do. */
export function keyProblem(chain: readonly ChainedKeys[], keys: KeyIds, file: string): string | undefined {
  const newest = chain.at(-1);
  if (!newest || differing(newest, keys).length === 0) return undefined;
  const older = chain.findLastIndex((link) => differing(link, keys).length === 0);
  const since = new Date(newest.since).toISOString();
  const what =
    older < 0
      ? `${file} is not the key file of this database: ${differing(newest, keys).join(', ')} differ.`
      : `${file} is an older key file of this database, in use until ${new Date(chain[older + 1]!.since).toISOString()}.`;
  return (
    `${what} Put the one back that is in use since ${since}, whose signing key is ${newest.signingKey}. If the keys were ` +
    'changed on purpose, npm run keys -- change --from <the key file before> says so to the database.'
  );
}

/** Why one key file can't follow another; undefined if it can. */
export function changeProblem(options: {
  chain: readonly ChainedKeys[];
  from: KeyIds;
  to: KeyIds;
  /** Peppers that the new file keeps for passwords hashed before. */
  olderPeppers: readonly string[];
}): string | undefined {
  const { chain, from, to, olderPeppers } = options;
  const newest = chain.at(-1);
  if (!newest) return 'This database was not opened yet: the first start writes its keys down.';
  if (differing(newest, from).length > 0)
    return 'The file named by --from is not the one that this database is opened with.';
  if (differing(from, to).length === 0) return 'The two key files hold the same keys.';
  if (chain.some((link) => differing(link, to).length === 0)) return 'Keys that were given up do not come back.';
  if (to.pepper === from.pepper || olderPeppers.includes(from.pepper)) return undefined;
  return 'With another pepper nobody could log in: list the pepper before in olderPeppers of the new key file.';
}

const differing = (left: KeyIds, right: KeyIds): KeyName[] => keyNames.filter((name) => left[name] !== right[name]);
