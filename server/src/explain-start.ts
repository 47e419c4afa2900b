// What somebody who starts the server can do about what went wrong.
import { inspect } from 'node:util';
import { codeOf, ConnectionLost, isConnectionLost } from './kit/faults.ts';
import { plainError } from './kit/plain-error.ts';
import { StartProblem } from './kit/start-problem.ts';

export interface StartPlace {
  /** Of DATABASE_URL; undefined where the embedded database runs. */
  databaseUrl: string | undefined;
  dataDirectory: string;
}

/** One sentence or two; undefined for a fault of ours, which wants its stack. `place` is undefined before the settings are read. */
export function explainStart(error: unknown, place: StartPlace | undefined): string | undefined {
  const code = codeOf(error);
  const isFull = code === 'ENOSPC' || code === '53100' || /No space left on device/.test(String(error));
  if (error instanceof StartProblem && !isFull) return error.message;
  if (!place) return undefined;
  if (isFull)
    return `There is no room left on the disk of ${place.databaseUrl ? 'the database or of ' : ''}${place.dataDirectory}: make some, then start again.`;
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG'].includes(code))
    return `${pathOf(error) ?? place.dataDirectory} can't be used: ${whys[code]!}. Give this user a folder of its own, or name another one in DATA_DIRECTORY.`; // oxfmt-ignore
  const taken = /EADDRINUSE.* (\S+)$/.exec(String(error))?.[1];
  if (taken !== undefined)
    return `${taken} is in use by another program: end that one, or set PORT, CONSOLE_PORT or METRICS_PORT to a free port.`; // oxfmt-ignore
  const url = place.databaseUrl;
  return url === undefined ? undefined : explainDatabase(error, { setting: 'DATABASE_URL', url });
}

/** What nothing explains, for a terminal and whatever keeps what stands there: no values of rows, and no address with its password. */
export function faultWords(error: unknown): string {
  const plain = plainError(error);
  if (typeof plain !== 'object' || plain === null) return inspect(plain);
  const { type: _, message: __, stack = '', ...named } = plain as { stack?: string } & Record<string, unknown>;
  return Object.keys(named).length === 0 ? stack : `${stack} ${inspect(named, { depth: 12 })}`;
}

export interface DatabasePlace {
  setting: 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_CONSOLE_URL';
  url: string;
}

/** What a connection that was lost was lost by says more. */
const rootOf = (error: unknown): unknown =>
  error instanceof ConnectionLost && error.cause !== undefined ? error.cause : error;

const whys: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk may not be written to',
  ENOTDIR: 'it is no folder',
  EEXIST: 'it is no folder',
  ENAMETOOLONG: 'the path is too long',
};

const pathOf = (error: unknown): string | undefined => {
  const { path } = error as NodeJS.ErrnoException;
  return typeof path === 'string' ? path : undefined;
};

/** Likewise, for a command that works on that database alone. `place` is undefined before its setting is read. */
export function explainDatabase(error: unknown, place: DatabasePlace | undefined): string | undefined {
  if (error instanceof StartProblem) return error.message;
  if (!place) return undefined;
  const said = explainAnswer(rootOf(error), place);
  return said === undefined ? undefined : `${place.setting}: ${said}`;
}

function explainAnswer(error: unknown, { setting, url }: DatabasePlace): string | undefined {
  const [code, message] = [codeOf(error), error instanceof Error ? error.message : ''];
  // What a function of ours refused is no matter of rights, though it has their code.
  if ((error as { routine?: string } | undefined)?.routine === 'exec_stmt_raise') return undefined;
  const { host: named, pathname, username, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? named;
  const there = `the PostgreSQL at ${host}`;
  const said = explainRefusal(code, message, { there, host, user: decoded(username), database: decoded(pathname.slice(1)) }) ?? explainTls(code, message, there); // oxfmt-ignore
  if (said !== undefined) return said;
  const otherWay = setting === 'DATABASE_URL' ? 'correct the address, or leave DATABASE_URL out to use the embedded one' : 'or correct the address'; // oxfmt-ignore
  return isConnectionLost(error)
    ? `no PostgreSQL answers at ${host} (${code || message}). Start it, ${otherWay}.`
    : undefined;
}

interface Database {
  there: string;
  host: string;
  user: string;
  database: string;
}

/** What the process that takes requests could not do arrives as words, without its code. */
function explainRefusal(code: string, message: string, { there, host, user, database }: Database): string | undefined {
  if (/client password must be/.test(message))
    return `${there} asks for a password, and there is none in it: postgres://user:password@host:5432/candor.`;
  if (code === '28P01' || code === '28000')
    return `${there} does not let ${user || 'this user'} in: correct the user, the password, or its pg_hba.conf.`;
  if (code === '3D000')
    return `there is no database ${database} at ${host}: make it with deploy/database.sql, or correct the name.`;
  if (code === '42501')
    return `${user || 'this user'} lacks rights there (${message}): deploy/database.sql gives them.`;
  if (code === '25006')
    return `${there} takes no changes (${message}): name the primary one, or switch default_transaction_read_only off.`;
  if (code === '53300' || /too many clients|connection slots are reserved|too many connections/.test(message))
    return `${there} has no connection left (${message}): end what else uses it, or raise its max_connections.`;
  return undefined;
}

function explainTls(code: string, message: string, there: string): string | undefined {
  if (/does not support SSL|establishing an SSL connection/.test(message))
    return `${there} does not speak TLS: switch ssl on there, or leave sslmode out where none is needed.`;
  if (untrusted.has(code))
    return `no authority that is known here signed the certificate of ${there} (${code}): name its own with sslrootcert=/path/ca.pem.`; // oxfmt-ignore
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `the certificate of ${there} is not valid today (${code}): renew it, or correct this machine's clock.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate of ${there} is for another name: use the name that it is for, or have one made for this.`;
  if (/^(?:EPROTO|ERR_SSL_|ERR_TLS_)/.test(code))
    return `TLS with ${there} fails (${code}): correct its ssl settings or those of the address.`;
  return undefined;
}

const untrusted: ReadonlySet<string> = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/** As the driver takes it, where what stands there is no encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
