// The SQL of operators, their invitations and sessions; private to this folder. Times are those of the database, for all processes.
import { operatorTiming, type OperatorRole, type Uuid } from '@candor/wire';
import type { OperatorSession } from '../kit/feature.ts';
import type { Database } from '../kit/postgres.ts';

export interface Operator {
  operatorId: Uuid;
  name: string;
  argon2: string | null;
  pepperId: string | null;
  totpSecret: Buffer | null;
  isDemo: boolean;
  isClosed: boolean;
}

const operatorColumns = `operator_id as "operatorId", name, argon2, pepper_id as "pepperId", totp_secret as "totpSecret",
  is_demo as "isDemo", closed_at is not null as "isClosed"`;

export async function readOperator(database: Database, name: string): Promise<Operator | undefined> {
  const sql = `select ${operatorColumns} from operators where name = $1`;
  return (await database.query<Operator>(sql, [name])).rows[0];
}

export async function readOperatorById(database: Database, operatorId: Uuid): Promise<Operator | undefined> {
  const sql = `select ${operatorColumns} from operators where operator_id = $1`;
  return (await database.query<Operator>(sql, [operatorId])).rows[0];
}

/** False if a code of this step or a later one was used before. */
export async function spendStep(database: Database, operatorId: Uuid, step: number): Promise<boolean> {
  const sql = 'update operators set totp_step = $2 where operator_id = $1 and totp_step < $2';
  return (await database.query(sql, [operatorId, step])).rowCount === 1;
}

/** False if there is none of these that was not used. */
export async function spendRecoveryCode(database: Database, operatorId: Uuid, digests: string[]): Promise<boolean> {
  const sql = `update operator_recovery_codes set used_at = now()
    where operator_id = $1 and code_hash = any($2::text[]) and used_at is null`;
  return (await database.query(sql, [operatorId, digests])).rowCount === 1;
}

export async function insertOperator(database: Database, operator: { operatorId: Uuid; name: string }): Promise<void> {
  await database.query('insert into operators (operator_id, name) values ($1, $2) on conflict (name) do nothing', [
    operator.operatorId,
    operator.name,
  ]);
}

export interface Invitation {
  invitationId: Uuid;
  operatorId: Uuid;
  name: string;
  totpSecret: Buffer;
  expiresAt: number;
}

/** Returns until when it is good. Links from before are over. */
export async function insertInvitation(
  database: Database,
  { operatorId, tokenHash, totpSecret }: { operatorId: Uuid; tokenHash: string; totpSecret: Buffer },
): Promise<number> {
  await database.query(
    `update operator_invitations set used_at = now()
     where operator_id = $1 and used_at is null and created_at > now() - interval '1 hour'`,
    [operatorId],
  );
  const { rows } = await database.query<{ createdAt: number }>(
    `insert into operator_invitations (operator_id, token_hash, totp_secret) values ($1, decode($2, 'base64'), $3)
     returning created_at as "createdAt"`,
    [operatorId, tokenHash, totpSecret],
  );
  return rows[0]!.createdAt + operatorTiming.invitationMs;
}

/** One that is still good, locked where it is to be used. */
export async function findInvitation(
  database: Database,
  { tokenHash, lock = false }: { tokenHash: string; lock?: boolean },
): Promise<Invitation | undefined> {
  const { rows } = await database.query<Omit<Invitation, 'expiresAt'> & { createdAt: number }>(
    `select i.invitation_id as "invitationId", i.operator_id as "operatorId", o.name, i.totp_secret as "totpSecret",
       i.created_at as "createdAt"
     from operator_invitations i join operators o on o.operator_id = i.operator_id
     where i.token_hash = decode($1, 'base64') and i.used_at is null and i.created_at > now() - interval '1 hour'
       and o.accepted_at is null and o.closed_at is null ${lock ? 'for update of i' : ''}`,
    [tokenHash],
  );
  const [row] = rows;
  return row && { ...row, expiresAt: row.createdAt + operatorTiming.invitationMs };
}

export async function acceptOperator(
  database: Database,
  accepted: { invitation: Invitation; argon2: string; pepperId: string; step: number; codeHashes: string[] },
): Promise<void> {
  const { invitation, argon2, pepperId, step, codeHashes } = accepted;
  await database.query('update operator_invitations set used_at = now() where invitation_id = $1', [
    invitation.invitationId,
  ]);
  await database.query(
    `update operators set argon2 = $2, pepper_id = $3, totp_secret = $4, totp_step = $5, accepted_at = now()
     where operator_id = $1`,
    [invitation.operatorId, argon2, pepperId, invitation.totpSecret, step],
  );
  await database.query('insert into operator_recovery_codes (operator_id, code_hash) select $1, unnest($2::text[])', [
    invitation.operatorId,
    codeHashes,
  ]);
}

export interface ListedOperator {
  operatorId: Uuid;
  name: string;
  roles: OperatorRole[];
  createdAt: number;
  acceptedAt: number | null;
  closedAt: number | null;
  lastSeenAt: number | null;
  sessions: number;
  fingerprint: string | null;
  isDemo: boolean;
}

export async function listOperators(database: Database, operatorId?: Uuid): Promise<ListedOperator[]> {
  const { rows } = await database.query<ListedOperator>(
    `select o.operator_id as "operatorId", o.name, o.created_at as "createdAt", o.accepted_at as "acceptedAt",
       o.closed_at as "closedAt", o.is_demo as "isDemo", left(encode(sha256(o.totp_secret), 'hex'), 12) as fingerprint,
       array(select role from operator_roles r where r.operator_id = o.operator_id order by role) as roles,
       (select max(last_seen_at) from operator_sessions s where s.operator_id = o.operator_id) as "lastSeenAt",
       (select count(*)::int from operator_sessions s where s.operator_id = o.operator_id and ${isOpen}) as sessions
     from operators o where $1::uuid is null or o.operator_id = $1 order by o.name limit 1000`,
    [operatorId ?? null],
  );
  return rows;
}

const isOpen = `s.last_seen_at > now() - interval '15 minutes' and s.created_at > now() - interval '12 hours'`;

/** The session of a token, if it is still open and its operator may still come in. */
export async function findSession(database: Database, tokenHash: string): Promise<OperatorSession | undefined> {
  interface Found extends Omit<OperatorSession, 'steppedUpUntil' | 'endsAt'> {
    steppedUpAt: number;
    createdAt: number;
    isStale: boolean;
  }
  const { rows } = await database.query<Found>(
    `select s.session_id as "sessionId", s.operator_id as "operatorId", o.name, o.is_demo as "isDemo",
       s.stepped_up_at as "steppedUpAt", s.created_at as "createdAt", s.last_seen_at < now() - interval '20 seconds' as "isStale",
       array(select role from operator_roles r where r.operator_id = o.operator_id order by role) as roles
     from operator_sessions s join operators o on o.operator_id = s.operator_id
     where s.token_hash = decode($1, 'base64') and ${isOpen} and o.closed_at is null
       and (o.accepted_at is not null or o.is_demo)`,
    [tokenHash],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { steppedUpAt, createdAt, isStale, ...session } = row;
  if (isStale) await database.query('update operator_sessions set last_seen_at = now() where session_id = $1', [row.sessionId]); // oxfmt-ignore
  return {
    ...session,
    steppedUpUntil: steppedUpAt + operatorTiming.stepUpMs,
    endsAt: createdAt + operatorTiming.wholeMs,
  };
}

export async function insertSession(
  database: Database,
  session: { operatorId: Uuid; tokenHash: string; ip: string; userAgent: string },
): Promise<void> {
  await database.query(`delete from operator_sessions s where not (${isOpen})`);
  await database.query(
    `insert into operator_sessions (operator_id, token_hash, ip, user_agent) values ($1, decode($2, 'base64'), $3, $4)`,
    [session.operatorId, session.tokenHash, session.ip, session.userAgent],
  );
}

export async function deleteSession(database: Database, sessionId: Uuid): Promise<void> {
  await database.query('delete from operator_sessions where session_id = $1', [sessionId]);
}

export interface OpenSession {
  sessionId: Uuid;
  operatorId: Uuid;
  operator: string;
  ip: string;
  device: string;
  createdAt: number;
  lastSeenAt: number;
}

/** Of one operator or of all, those that are used first. */
export async function listOpenSessions(database: Database, operatorId: Uuid | null): Promise<OpenSession[]> {
  const { rows } = await database.query<OpenSession>(
    `select s.session_id as "sessionId", s.operator_id as "operatorId", o.name as operator, s.ip, s.user_agent as device,
       s.created_at as "createdAt", s.last_seen_at as "lastSeenAt"
     from operator_sessions s join operators o on o.operator_id = s.operator_id
     where ${isOpen} and ($1::uuid is null or s.operator_id = $1) order by s.last_seen_at desc limit 1000`,
    [operatorId],
  );
  return rows;
}

export async function stepUpSession(database: Database, sessionId: Uuid): Promise<number> {
  const { rows } = await database.query<{ at: number }>(
    'update operator_sessions set stepped_up_at = now() where session_id = $1 returning stepped_up_at as at',
    [sessionId],
  );
  return (rows[0]?.at ?? 0) + operatorTiming.stepUpMs;
}

export async function isKnownOrigin(database: Database, operatorId: Uuid, origin: string): Promise<boolean> {
  const sql = 'select from operator_origins where operator_id = $1 and origin = $2';
  return (await database.query(sql, [operatorId, origin])).rowCount === 1;
}

/** Remembers the ten latest. */
export async function rememberOrigin(database: Database, operatorId: Uuid, origin: string): Promise<void> {
  await database.query(
    `insert into operator_origins (operator_id, origin) values ($1, $2)
     on conflict (operator_id, origin) do update set seen_at = now()`,
    [operatorId, origin],
  );
  await database.query(
    `delete from operator_origins where operator_id = $1 and origin in (
       select origin from operator_origins where operator_id = $1 order by seen_at desc offset 10)`,
    [operatorId],
  );
}

/** Somebody of a demo to try the role as. */
export async function operatorOfDemo(database: Database, name: string, role: OperatorRole): Promise<Uuid> {
  const { rows } = await database.query<{ id: Uuid }>('select operator_of_demo($1, $2) as id', [name, role]);
  return rows[0]!.id;
}

/** Does what the approved proposal says; false where there is no such operator any more. */
export async function runOperatorFunction(
  database: Database,
  name: 'operator_set_roles' | 'operator_close',
  proposalId: Uuid,
): Promise<boolean> {
  const { rows } = await database.query<{ changed: boolean }>(`select ${name}($1) as changed`, [proposalId]);
  return rows[0]!.changed;
}
