// The SQL of sessions; private to this folder.
import type { AccountType, Uuid } from '@candor/wire';
import { toInstant } from '@candor/wire';
import type { Database } from '../../kit/postgres.ts';

export interface StoredSession {
  sessionId: Uuid;
  accountId: Uuid;
  ip: string;
  userAgent: string;
  createdAt: number;
  lastSeenAt: number;
}
export interface FoundSession extends StoredSession {
  accountType: AccountType;
  isVerified: boolean;
  isFrozen: boolean;
  owesAcceptance: boolean;
  isOverdue: boolean;
}

const columns = `s.session_id as "sessionId", s.account_id as "accountId", s.ip, s.user_agent as "userAgent",
  s.created_at as "createdAt", s.last_seen_at as "lastSeenAt"`;

/** By the hashes of their tokens in base64. One by one, so that no plan can read the whole table instead. */
export async function findSessions(
  database: Database,
  tokenHashes: readonly string[],
): Promise<Map<string, FoundSession>> {
  const { rows } = await database.query<FoundSession & { tokenHash: string }>({
    name: 'accounts-find-sessions',
    text: `select found.*, wanted.hash as "tokenHash" from unnest($1::text[]) as wanted(hash)
           cross join lateral (
             select ${columns}, a.account_type as "accountType", coalesce(a.verified_at,
                 (select o.verified_at from accounts o where o.account_id = a.experience_of)) is not null as "isVerified",
               exists (select from account_freezes f where f.account_id = a.account_id and f.released_at is null) as "isFrozen",
               exists (select from content_documents d where d.kind = 'legal' and d.slug = 'terms' and d.published_at <= now()
                 and not exists (select from legal_acceptances l where l.account_id = coalesce(a.experience_of, a.account_id)
                   and l.slug = d.slug and l.version >= d.version)) as "owesAcceptance",
               exists (select from debts where debts.account_id = a.account_id and overdue_since is not null) as "isOverdue"
             from sessions s join accounts a on a.account_id = s.account_id
             where s.token_hash = decode(wanted.hash, 'base64') limit 1) as found`,
    values: [tokenHashes],
  });
  return new Map(rows.map(({ tokenHash, ...found }) => [tokenHash, found]));
}

/** Newest first. */
export async function readSessions(database: Database, accountId: Uuid): Promise<StoredSession[]> {
  const sql = `select ${columns} from sessions s where s.account_id = $1 order by s.last_seen_at desc, s.session_id desc`;
  return (await database.query<StoredSession>(sql, [accountId])).rows;
}

/** Those of them that there are. */
export async function readSessionsById(database: Database, sessionIds: readonly Uuid[]): Promise<StoredSession[]> {
  const sql = `select ${columns} from sessions s where s.session_id = any($1::uuid[])`;
  return (await database.query<StoredSession>(sql, [sessionIds])).rows;
}

export async function insertSession(database: Database, session: StoredSession & { tokenHash: string }): Promise<void> {
  await database.query(
    `insert into sessions (session_id, account_id, token_hash, ip, user_agent, created_at, last_seen_at)
     values ($1, $2, decode($3, 'base64'), $4, $5, $6, $7)`,
    [
      session.sessionId,
      session.accountId,
      session.tokenHash,
      session.ip,
      session.userAgent,
      toInstant(session.createdAt),
      toInstant(session.lastSeenAt),
    ],
  );
}

export async function touchSession(
  database: Database,
  { sessionId, at }: { sessionId: Uuid; at: number },
): Promise<void> {
  await database.query('update sessions set last_seen_at = greatest(last_seen_at, $2) where session_id = $1', [
    sessionId,
    toInstant(at),
  ]);
}

/** Deletes sessions of this account; returns those that there were. */
export async function deleteSessions(
  database: Database,
  { accountId, sessionIds }: { accountId: Uuid; sessionIds: readonly Uuid[] },
): Promise<Uuid[]> {
  const deleted = await database.query<{ id: Uuid }>(
    'delete from sessions where account_id = $1 and session_id = any($2::uuid[]) returning session_id as id',
    [accountId, sessionIds],
  );
  return deleted.rows.map(({ id }) => id);
}

/** Deletes sessions that are over, of all accounts. */
export async function deleteOverSessions(
  database: Database,
  { seenBefore, createdBefore }: { seenBefore: number; createdBefore: number },
): Promise<{ accountId: Uuid; sessionId: Uuid }[]> {
  const deleted = await database.query<{ accountId: Uuid; sessionId: Uuid }>(
    `delete from sessions where last_seen_at <= $1 or created_at <= $2
     returning account_id as "accountId", session_id as "sessionId"`,
    [toInstant(seenBefore), toInstant(createdBefore)],
  );
  return deleted.rows;
}
