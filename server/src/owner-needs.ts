// What a database must be for its owner to migrate it: no more than an ordinary role that owns it, beside the role that a server is.
import pg from 'pg';
import { StartProblem } from './kit/start-problem.ts';

export interface Seen {
  version: number;
  encoding: string;
  database: string;
  owner: string;
  /** Where tables go that are not told where to. */
  schema: string | null;
  mayCreate: boolean;
  hasApp: boolean;
  /** The server's role could act as who migrates. */
  isApp: boolean;
  appConnects: boolean;
  appUses: boolean;
  hasConsole: boolean;
  /** A console's role may do what a server's may. */
  consoleIsApp: boolean;
  /** It could act as who migrates. */
  isConsole: boolean;
}

const oldestVersion = 15;

/** Throws, with the SQL that helps, if the database at `url` can't take the schema; before anything is changed. */
export async function checkOwnerNeeds(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000, application_name: 'candor' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const problem = ownerProblem((await client.query<Seen>(look)).rows[0]!);
    if (problem !== undefined) throw new StartProblem(problem);
  } finally {
    await client.end();
  }
}

// Functions that ask about a role fail where there is none, hence the roles' list.
const look = `
  select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
    current_database() as database, current_user as owner, current_schema() as schema,
    coalesce((select has_schema_privilege(oid, 'create') from pg_namespace where nspname = 'public'), false) as "mayCreate",
    app.oid is not null as "hasApp", coalesce(pg_has_role(app.oid, mine.oid, 'member'), false) as "isApp",
    coalesce(has_database_privilege(app.oid, current_database(), 'connect'), false) as "appConnects",
    coalesce((select has_schema_privilege(app.oid, oid, 'usage') from pg_namespace where nspname = 'public'), false) as "appUses",
    desk.oid is not null as "hasConsole", coalesce(pg_has_role(desk.oid, app.oid, 'usage'), false) as "consoleIsApp",
    coalesce(pg_has_role(desk.oid, mine.oid, 'member'), false) as "isConsole"
  from pg_roles as mine left join pg_roles as app on app.rolname = 'candor_app' left join pg_roles as desk on desk.rolname = 'candor_console'
  where mine.rolname = current_user`;

export function ownerProblem(seen: Seen): string | undefined {
  const [database, owner] = [pg.escapeIdentifier(seen.database), pg.escapeIdentifier(seen.owner)];
  if (seen.version < oldestVersion)
    return `This is PostgreSQL ${seen.version}, and ${oldestVersion} or newer is needed: upgrade it, or name another server.`;
  if (seen.encoding !== 'UTF8')
    return `The database ${seen.database} holds its texts as ${seen.encoding}, and UTF8 is needed: make another one, with\n  create database candor owner ${owner} encoding 'UTF8' template template0;`;
  if (!seen.hasApp)
    return asks('The role candor_app, which a server comes as, is not there', 'somebody who may make roles', `create role candor_app login password '…'`); // oxfmt-ignore
  if (!seen.hasConsole)
    return asks('The role candor_console, which an operators’ console comes as, is not there', 'somebody who may make roles', `create role candor_console login password '…' in role candor_app`); // oxfmt-ignore
  if (!seen.consoleIsApp)
    return asks('The role candor_console may not do what candor_app may', 'somebody who may grant that', 'grant candor_app to candor_console'); // oxfmt-ignore
  if (seen.isApp || seen.isConsole)
    return `DATABASE_OWNER_URL opens the database as ${seen.owner}, which is what a server comes as or may become, so that it could set any balance. Name another role, which owns the database.`;
  if (!seen.mayCreate)
    return asks(`${seen.owner} may make no tables in ${seen.database}`, 'its owner', `grant create, usage on schema public to ${owner}`); // oxfmt-ignore
  if (seen.schema !== 'public')
    return asks(`Tables of ${seen.owner} would go to the schema ${seen.schema ?? 'that there is not'}`, seen.owner, `alter role ${owner} in database ${database} set search_path = public`); // oxfmt-ignore
  if (!seen.appConnects || !seen.appUses)
    return asks('The role candor_app, which a server comes as, is not let in', `the owner of ${seen.database}`, `grant connect on database ${database} to candor_app; grant usage on schema public to candor_app`); // oxfmt-ignore
  return undefined;
}

const asks = (what: string, who: string, sql: string): string =>
  `${what}. Once, as ${who}, in the database itself, then npm run migrate again:\n  ${sql};`;
