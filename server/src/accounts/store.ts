// The SQL of accounts and credentials; private to this folder.
import type { AccountType, Uuid } from '@candor/wire';
import { toInstant } from '@candor/wire';
import type { Database } from '../kit/postgres.ts';
import type { LoginName } from './rules.ts';

export type CredentialKind = 'login' | 'trade';

export interface Account {
  accountId: Uuid;
  number: string;
  email: string | null;
  phone: string | null;
  accountType: AccountType;
  language: string;
  inviteCode: string;
  /** An experience account is as verified as its person. */
  verifiedBy: 'identity' | 'demo' | null;
  vip: number;
  createdAt: number;
  loginVersion: number;
  /** Null until a trade password is set. */
  tradeVersion: number | null;
}

export interface Credential {
  argon2: string;
  pepperId: string;
  version: number;
  changedAt: number;
  tries: number;
  lockedUntil: number | null;
}

export interface NewAccount {
  accountId: Uuid;
  number: string;
  email: string | null;
  phone: string | null;
  accountType: AccountType;
  language: string;
  inviteCode: string;
  referrerId: Uuid | null;
  experienceOf: Uuid | null;
  createdAt: number;
}

const accountColumns = `a.account_id as "accountId", a.number, a.email, a.phone, a.account_type as "accountType",
  a.language, a.invite_code as "inviteCode", a.vip, a.created_at as "createdAt",
  coalesce(a.verified_by, (select o.verified_by from accounts o where o.account_id = a.experience_of)) as "verifiedBy",
  login.version as "loginVersion", trade.version as "tradeVersion"`;
const accountTables = `accounts a
  join credentials login on login.account_id = a.account_id and login.kind = 'login'
  left join credentials trade on trade.account_id = a.account_id and trade.kind = 'trade'`;

export async function readAccount(database: Database, accountId: Uuid): Promise<Account | undefined> {
  const sql = `select ${accountColumns} from ${accountTables} where a.account_id = $1`;
  return (await database.query<Account>(sql, [accountId])).rows[0];
}

/** No name at all takes the same query, so that it takes the same time. */
export async function readAccountByName(database: Database, name: LoginName): Promise<Account | undefined> {
  const column = { number: 'a.number', email: 'lower(a.email)', phone: 'a.phone' }[name.column];
  const sql = `select ${accountColumns} from ${accountTables} where ${column} = $1`;
  return (await database.query<Account>(sql, [name.value])).rows[0];
}

/** The account of the first name that has one; all are looked for, so that how long it takes tells nothing of which. */
export async function readAccountByNames(
  database: Database,
  names: readonly LoginName[],
): Promise<Account | undefined> {
  const found: (Account | undefined)[] = [];
  for (const name of names) found.push(await readAccountByName(database, name));
  return found.find((account) => account !== undefined);
}

/** What the customer chose to find in each mail. */
export async function readMailPhrase(database: Database, accountId: Uuid): Promise<string | null> {
  const sql = 'select mail_phrase as phrase from accounts where account_id = $1';
  return (await database.query<{ phrase: string | null }>(sql, [accountId])).rows[0]?.phrase ?? null;
}

/** The same by the address that a mail goes to. */
export async function readMailPhraseAt(
  database: Database,
  email: string,
): Promise<{ phrase: string | null; language: string } | undefined> {
  const sql = 'select mail_phrase as phrase, language from accounts where lower(email) = lower($1)';
  return (await database.query<{ phrase: string | null; language: string }>(sql, [email])).rows[0];
}

/** Serialises what must not happen to one account at the same time: sessions starting, passwords changing. */
export async function lockAccount(database: Database, accountId: Uuid): Promise<void> {
  await database.query('select from accounts where account_id = $1 for update', [accountId]);
}

export async function findInviter(database: Database, inviteCode: string): Promise<Uuid | undefined> {
  const found = await database.query<{ id: Uuid }>('select account_id as id from accounts where invite_code = $1', [
    inviteCode,
  ]);
  return found.rows[0]?.id;
}

export async function countReferred(database: Database, accountId: Uuid): Promise<number> {
  const sql = 'select count(*)::int as count from accounts where referrer_id = $1';
  return (await database.query<{ count: number }>(sql, [accountId])).rows[0]!.count;
}

export async function findExperienceAccount(database: Database, ownerId: Uuid): Promise<Uuid | undefined> {
  const found = await database.query<{ id: Uuid }>('select account_id as id from accounts where experience_of = $1', [
    ownerId,
  ]);
  return found.rows[0]?.id;
}

/** What decides whether a person may open an experience account, and the number of the one that there is. */
export async function readExperienceStanding(
  database: Database,
  ownerId: Uuid,
): Promise<{ isInvited: boolean; number: string | null } | undefined> {
  const sql = `select referrer_id is not null as "isInvited",
      (select number from accounts e where e.experience_of = a.account_id) as number
    from accounts a where account_id = $1 and account_type = '1' and closed_at is null`;
  return (await database.query<{ isInvited: boolean; number: string | null }>(sql, [ownerId])).rows[0];
}

export async function isNameTaken(
  database: Database,
  { number, inviteCode }: { number: string; inviteCode: string },
): Promise<boolean> {
  const sql = 'select from accounts where number = $1 or invite_code = $2 limit 1';
  return (await database.query(sql, [number, inviteCode])).rowCount === 1;
}

/** False if one of its unique values is taken. */
export async function insertAccount(database: Database, account: NewAccount): Promise<boolean> {
  const inserted = await database.query(
    `insert into accounts (account_id, number, email, phone, account_type, language, invite_code, referrer_id,
       experience_of, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    [
      account.accountId,
      account.number,
      account.email,
      account.phone,
      account.accountType,
      account.language,
      account.inviteCode,
      account.referrerId,
      account.experienceOf,
      toInstant(account.createdAt),
    ],
  );
  return inserted.rowCount === 1;
}

/** False if another account has it; the transaction around can then only be given up. */
export async function storeAddress(
  database: Database,
  { accountId, column, value }: { accountId: Uuid; column: 'email' | 'phone'; value: string },
): Promise<boolean> {
  try {
    await database.query(`update accounts set ${column} = $2 where account_id = $1`, [accountId, value]);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return false;
    throw error;
  }
}

export async function setVerified(
  database: Database,
  { accountId, by, at }: { accountId: Uuid; by: 'identity' | 'demo'; at: number },
): Promise<void> {
  await database.query(
    'update accounts set verified_at = $3, verified_by = $2 where account_id = $1 and verified_at is null',
    [accountId, by, toInstant(at)],
  );
}

export async function countAccounts(database: Database, accountType: AccountType): Promise<number> {
  const counted = await database.query<{ count: number }>('select count(*) from accounts where account_type = $1', [
    accountType,
  ]);
  return counted.rows[0]!.count;
}

export async function readCredential(
  database: Database,
  { accountId, kind, lock = false }: { accountId: Uuid; kind: CredentialKind; lock?: boolean },
): Promise<Credential | undefined> {
  const sql = `select argon2, pepper_id as "pepperId", version, changed_at as "changedAt", tries,
      locked_until as "lockedUntil"
    from credentials where account_id = $1 and kind = $2 ${lock ? 'for update' : ''}`;
  return (await database.query<Credential>(sql, [accountId, kind])).rows[0];
}

interface CredentialChange {
  accountId: Uuid;
  kind: CredentialKind;
  argon2: string;
  pepperId: string;
  at: number;
}

/** False if there is one already. */
export async function insertCredential(database: Database, change: CredentialChange): Promise<boolean> {
  const inserted = await database.query(
    `insert into credentials (account_id, kind, argon2, pepper_id, version, changed_at)
     values ($1, $2, $3, $4, 1, $5) on conflict do nothing`,
    [change.accountId, change.kind, change.argon2, change.pepperId, toInstant(change.at)],
  );
  return inserted.rowCount === 1;
}

/** A new password under the next version, unless another change of `version` came first: false. */
export async function replaceCredential(
  database: Database,
  change: CredentialChange & { version: number },
): Promise<boolean> {
  const updated = await database.query(
    `update credentials set argon2 = $3, pepper_id = $4, version = version + 1, changed_at = $5, tries = 0,
       locked_until = null
     where account_id = $1 and kind = $2 and version = $6`,
    [change.accountId, change.kind, change.argon2, change.pepperId, toInstant(change.at), change.version],
  );
  return updated.rowCount === 1;
}

/** The same password hashed anew: its version, and so its fingerprint, stays. */
export async function rehashCredential(
  database: Database,
  change: Omit<CredentialChange, 'at'> & { version: number },
): Promise<void> {
  await database.query(
    'update credentials set argon2 = $3, pepper_id = $4 where account_id = $1 and kind = $2 and version = $5',
    [change.accountId, change.kind, change.argon2, change.pepperId, change.version],
  );
}

export async function storeTries(
  database: Database,
  { accountId, tries, lockedUntil }: { accountId: Uuid; tries: number; lockedUntil: number | null },
): Promise<void> {
  await database.query(
    `update credentials set tries = $2, locked_until = $3 where account_id = $1 and kind = 'trade'`,
    [accountId, tries, lockedUntil === null ? null : toInstant(lockedUntil)],
  );
}

/** Those of them that the account was logged in to from before. */
export async function readKnownOrigins(
  database: Database,
  { accountId, origins }: { accountId: Uuid; origins: readonly string[] },
): Promise<string[]> {
  const sql = 'select origin from account_origins where account_id = $1 and origin = any($2::text[])';
  return (await database.query<{ origin: string }>(sql, [accountId, origins])).rows.map(({ origin }) => origin);
}

/** Remembers the twenty latest. */
export async function rememberOrigins(
  database: Database,
  { accountId, origins, at }: { accountId: Uuid; origins: readonly string[]; at: number },
): Promise<void> {
  await database.query(
    `insert into account_origins (account_id, origin, seen_at) select $1, unnest($2::text[]), $3
     on conflict (account_id, origin) do update set seen_at = excluded.seen_at`,
    [accountId, origins, toInstant(at)],
  );
  await database.query(
    `delete from account_origins where account_id = $1 and origin in (
       select origin from account_origins where account_id = $1 order by seen_at desc offset 20)`,
    [accountId],
  );
}

export async function readFreeze(database: Database, accountId: Uuid): Promise<boolean> {
  const sql = 'select from account_freezes where account_id = $1 and released_at is null';
  return (await database.query(sql, [accountId])).rowCount === 1;
}

/** Does what the approved proposal says; false where it was so already. */
export async function runFreezeFunction(
  database: Database,
  name: 'account_freeze' | 'account_release',
  { proposalId, accountId }: { proposalId: Uuid; accountId: Uuid },
): Promise<boolean> {
  const sql = `select ${name}($1, $2) as changed`;
  return (await database.query<{ changed: boolean }>(sql, [proposalId, accountId])).rows[0]!.changed;
}
