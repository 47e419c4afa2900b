// The SQL of operators, their invitations and sessions; private to this folder. Times are those of the database, for all processes.
import { operatorTiming, type OperatorRole, type Uuid } from '@candor/wire';
import type { OperatorSession } from '../kit/feature.ts';
import type { Database } from '../kit/postgres.ts';
import { fingerprintOf } from './proof-store.ts';

export interface Operator {
  operatorId: Uuid;
  name: string;
  /** Of the password that counts now, with its row; null until an invitation was accepted. */
  passwordId: number | null;
  argon2: string | null;
  pepperId: string | null;
  /** Of the authenticator that counts now, likewise. */
  authenticatorId: number | null;
  totpSecret: Buffer | null;
  isDemo: boolean;
  isClosed: boolean;
}

const operatorRows = `select o.operator_id as "operatorId", o.name, p.password_id as "passwordId", p.argon2, p.pepper_id as "pepperId",
    a.authenticator_id as "authenticatorId", a.totp_secret as "totpSecret", o.is_demo as "isDemo", o.closed_at is not null as "isClosed"
  from operators o left join operator_passwords p on p.operator_id = o.operator_id and p.ended_at is null
    left join operator_authenticators a on a.operator_id = o.operator_id and a.ended_at is null`;

export async function readOperator(database: Database, name: string): Promise<Operator | undefined> {
  const sql = `${operatorRows} where o.name = $1`;
  return (await database.query<Operator>(sql, [name])).rows[0];
}

export async function readOperatorById(database: Database, operatorId: Uuid): Promise<Operator | undefined> {
  const sql = `${operatorRows} where o.operator_id = $1`;
  return (await database.query<Operator>(sql, [operatorId])).rows[0];
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
  /** Of somebody who accepted one before. */
  renews: boolean;
  expiresAt: number;
}

export async function endInvitations(database: Database, operatorId: Uuid): Promise<void> {
  await database.query(
    `update operator_invitations set used_at = now()
     where operator_id = $1 and used_at is null and created_at > now() - interval '1 hour'`,
    [operatorId],
  );
}

/** Returns until when it is good. Links from before are over. */
export async function insertInvitation(
  database: Database,
  { operatorId, tokenHash, totpSecret }: { operatorId: Uuid; tokenHash: string; totpSecret: Buffer },
): Promise<number> {
  await endInvitations(database, operatorId);
  const { rows } = await database.query<{ createdAt: number }>(
    `insert into operator_invitations (operator_id, token_hash, totp_secret) values ($1, decode($2, 'base64'), $3)
     returning created_at as "createdAt"`,
    [operatorId, tokenHash, totpSecret],
  );
  return rows[0]!.createdAt + operatorTiming.invitationMs;
}

/** One that is still good. */
export async function findInvitation(database: Database, tokenHash: string): Promise<Invitation | undefined> {
  const { rows } = await database.query<Omit<Invitation, 'expiresAt'> & { createdAt: number }>(
    `select i.invitation_id as "invitationId", i.operator_id as "operatorId", o.name, i.totp_secret as "totpSecret",
       i.created_at as "createdAt", o.accepted_at is not null as renews
     from operator_invitations i join operators o on o.operator_id = i.operator_id
     where i.token_hash = decode($1, 'base64') and i.used_at is null and i.created_at > now() - interval '1 hour'
       and (o.accepted_at is null or i.renewal is not null or i.is_of_owner) and o.closed_at is null`,
    [tokenHash],
  );
  const [row] = rows;
  return row && { ...row, expiresAt: row.createdAt + operatorTiming.invitationMs };
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
  renewalUntil: number | null;
  isDemo: boolean;
}

export async function listOperators(database: Database, operatorId?: Uuid): Promise<ListedOperator[]> {
  const { rows } = await database.query<ListedOperator>(
    `select o.operator_id as "operatorId", o.name, o.created_at as "createdAt", o.accepted_at as "acceptedAt",
       o.closed_at as "closedAt", o.is_demo as "isDemo",
       (select ${fingerprintOf('a')} from operator_authenticators a
        where a.operator_id = o.operator_id and a.ended_at is null) as fingerprint,
       (select max(approved_at) + interval '1 hour' from operator_renewals r where r.operator_id = o.operator_id
        and r.used_at is null and r.approved_at > now() - interval '1 hour' and o.closed_at is null) as "renewalUntil",
       array(select role from operator_roles r where r.operator_id = o.operator_id order by role) as roles,
       (select max(last_seen_at) from operator_sessions s where s.operator_id = o.operator_id) as "lastSeenAt",
       (select count(*)::int from operator_sessions s where s.operator_id = o.operator_id and ${isOpen}) as sessions
     from operators o where $1::uuid is null or o.operator_id = $1 order by o.name limit 1000`,
    [operatorId ?? null],
  );
  return rows;
}

const isOpen = `s.last_seen_at > now() - interval '15 minutes' and s.created_at > now() - interval '12 hours'`;

/** The session of a token, if it is still open and its operator may still come in. To look it up is no use of it. */
export async function findSession(database: Database, tokenHash: string): Promise<OperatorSession | undefined> {
  interface Found extends Omit<OperatorSession, 'steppedUpUntil' | 'endsAt'> {
    steppedUpAt: number;
    createdAt: number;
  }
  const { rows } = await database.query<Found>(
    `select s.session_id as "sessionId", s.operator_id as "operatorId", o.name, o.is_demo as "isDemo",
       s.stepped_up_at as "steppedUpAt", s.created_at as "createdAt",
       array(select role from operator_roles r where r.operator_id = o.operator_id order by role) as roles
     from operator_sessions s join operators o on o.operator_id = s.operator_id
     where s.token_hash = decode($1, 'base64') and ${isOpen} and o.closed_at is null
       and (o.accepted_at is not null or o.is_demo)`,
    [tokenHash],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { steppedUpAt, createdAt, ...session } = row;
  return {
    ...session,
    steppedUpUntil: steppedUpAt + operatorTiming.stepUpMs,
    endsAt: createdAt + operatorTiming.wholeMs,
  };
}

/** A person did something in it just now. What has ended meanwhile stays so. */
export async function noteUse(database: Database, sessionId: Uuid): Promise<void> {
  await database.query(
    `update operator_sessions s set last_seen_at = now()
     where s.session_id = $1 and s.last_seen_at < now() - interval '20 seconds' and ${isOpen}`,
    [sessionId],
  );
}

/** What somebody has shown: a passkey, or a password with a second factor; nothing of somebody of a demo. */
export interface ShownProof {
  passwordId?: number | null;
  authenticatorId?: number;
  /** As the database keeps it, used up by now. */
  recoveryCode?: string;
  passkeyId?: Uuid;
}

/** False where what was shown has ended meanwhile, so that no session outlives the proof that opened it. */
export async function insertSession(
  database: Database,
  session: ShownProof & { operatorId: Uuid; tokenHash: string; ip: string; userAgent: string },
): Promise<boolean> {
  const { operatorId, passwordId = null, passkeyId = null, authenticatorId = null, recoveryCode = null } = session;
  const { tokenHash, ip, userAgent } = session;
  await database.query(`delete from operator_sessions s where not (${isOpen})`);
  const { rows } = await database.query<{ isOpen: boolean }>(
    `select operator_open_session($1, $2, $3, decode($4, 'base64'), $5, $6, $7, $8) as "isOpen"`,
    [operatorId, passwordId, passkeyId, tokenHash, ip, userAgent, authenticatorId, recoveryCode],
  );
  return rows[0]!.isOpen;
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

/** Those of them that the operator signed in from before. */
export async function knownOrigins(
  database: Database,
  operatorId: Uuid,
  origins: readonly string[],
): Promise<string[]> {
  const sql = 'select origin from operator_origins where operator_id = $1 and origin = any($2::text[])';
  return (await database.query<{ origin: string }>(sql, [operatorId, origins])).rows.map(({ origin }) => origin);
}

/** Remembers the twenty latest. */
export async function rememberOrigins(database: Database, operatorId: Uuid, origins: readonly string[]): Promise<void> {
  await database.query(
    `insert into operator_origins (operator_id, origin) select $1, unnest($2::text[])
     on conflict (operator_id, origin) do update set seen_at = now()`,
    [operatorId, origins],
  );
  await database.query(
    `delete from operator_origins where operator_id = $1 and origin in (
       select origin from operator_origins where operator_id = $1 order by seen_at desc offset 20)`,
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
  name: 'operator_set_roles' | 'operator_close' | 'operator_renew' | 'operator_end_declared',
  proposalId: Uuid,
): Promise<boolean> {
  const { rows } = await database.query<{ changed: boolean }>(`select ${name}($1) as changed`, [proposalId]);
  return rows[0]!.changed;
}
