// What somebody who starts the server can do about what went wrong.
import { codeOf, isConnectionLost } from './kit/faults.ts';
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
  return place.databaseUrl === undefined ? undefined : explainDatabase(error, code, place.databaseUrl);
}

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

function explainDatabase(error: unknown, code: string, databaseUrl: string): string | undefined {
  const { host, pathname, username } = new URL(databaseUrl);
  const at = `DATABASE_URL: `;
  if (isConnectionLost(error))
    return `${at}no PostgreSQL answers at ${host} (${code || (error as Error).message}). Start it, correct the address, or leave DATABASE_URL out to use the embedded one.`; // oxfmt-ignore
  if (code === '28P01' || code === '28000')
    return `${at}the PostgreSQL at ${host} does not let ${decodeURIComponent(username) || 'this user'} in: correct the user, the password, or its pg_hba.conf.`; // oxfmt-ignore
  if (code === '3D000')
    return `${at}there is no database ${decodeURIComponent(pathname.slice(1))} at ${host}: make it with deploy/database.sql, or correct the name.`;
  if (code === '42501')
    return `${at}${decodeURIComponent(username)} lacks rights there (${(error as Error).message}): deploy/database.sql gives them.`;
  return undefined;
}
