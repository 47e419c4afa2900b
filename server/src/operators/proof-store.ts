// The SQL of what proves who an operator is; private to this folder. Nothing is written here but by functions of the database, which ask
// for a session that showed its second factor lately, and leave the row in the audit log themselves.
import { operatorTiming, type Uuid } from '@candor/wire';
import type { KeptPasskey, NewPasskey, PasskeyKeeping } from '../kit/passkeys/passkeys.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';

/** The answer of a function of the database; undefined where it is refused, as the session has ended or showed nothing lately. */
async function answerOf<Answer>(database: Database, call: string, values: unknown[]): Promise<Answer | undefined> {
  try {
    return (await database.query<{ answer: Answer }>(`select ${call} as answer`, values)).rows[0]!.answer;
  } catch (error) {
    if ((error as { code?: unknown }).code === '42501') return undefined;
    throw error;
  }
}

/** Between the door and here the session may have ended, or the minutes of its second factor. */
async function changed<Answer>(database: Database, call: string, values: unknown[]): Promise<Answer> {
  const answer = await answerOf<Answer>(database, call, values);
  return answer === undefined ? refuse('step-up-required') : answer;
}

/** False if this authenticator has ended, or a code of this step or a later one was used before. */
export const spendStep = async (database: Database, authenticatorId: number, step: number): Promise<boolean> =>
  (await answerOf<boolean>(database, 'operator_use_step($1, $2)', [authenticatorId, step])) === true;

/** Which one it was; undefined if there is none of these that was neither used nor replaced. */
export const spendRecoveryCode = async (
  database: Database,
  operatorId: Uuid,
  digests: string[],
): Promise<string | undefined> =>
  (await answerOf<string | null>(database, 'operator_use_recovery_code($1, $2)', [operatorId, digests])) ?? undefined;

/** False where the link is over. */
export const acceptOperator = async (
  database: Database,
  accepted: { tokenHash: string; argon2: string; pepperId: string; step: number; codeHashes: string[]; ip: string },
): Promise<boolean> => {
  const { tokenHash, argon2, pepperId, step, codeHashes, ip } = accepted;
  const call = `operator_accept(decode($1, 'base64'), $2, $3, $4, $5, $6)`;
  return (await answerOf<boolean>(database, call, [tokenHash, argon2, pepperId, step, codeHashes, ip])) === true;
};

/** False if the password that was shown is another one meanwhile. */
export const changePassword = (
  database: Database,
  sessionId: Uuid,
  { shown, argon2, pepperId }: { shown: number; argon2: string; pepperId: string },
): Promise<boolean> => changed(database, 'operator_change_password($1, $2, $3, $4)', [sessionId, shown, argon2, pepperId]); // oxfmt-ignore

export const renewCodes = (database: Database, sessionId: Uuid, codeHashes: string[]): Promise<unknown> =>
  changed(database, 'operator_renew_codes($1, $2)', [sessionId, codeHashes]);

/** One at a time in a session: the one before is forgotten. */
export async function keepNewAuthenticator(database: Database, sessionId: Uuid, secret: Buffer): Promise<void> {
  await database.query(
    `insert into operator_new_authenticators (session_id, totp_secret) values ($1, $2)
     on conflict (session_id) do update set totp_secret = excluded.totp_secret`,
    [sessionId, secret],
  );
}

export async function readNewAuthenticator(database: Database, sessionId: Uuid): Promise<Buffer | undefined> {
  const sql = 'select totp_secret as secret from operator_new_authenticators where session_id = $1';
  return (await database.query<{ secret: Buffer }>(sql, [sessionId])).rows[0]?.secret;
}

/** False where another request did it, or began another one. */
export const replaceAuthenticator = (
  database: Database,
  sessionId: Uuid,
  { secret, step }: { secret: Buffer; step: number },
): Promise<boolean> => changed(database, 'operator_replace_authenticator($1, $2, $3)', [sessionId, secret, step]);

export const addPasskey = (
  database: Database,
  sessionId: Uuid,
  { passkeyId, credentialId, publicKey, counter, transports, name }: NewPasskey & { passkeyId: Uuid; name: string },
): Promise<'added' | 'full' | 'known'> =>
  changed(database, 'operator_add_passkey($1, $2, $3, $4, $5, $6, $7)', [sessionId, passkeyId, credentialId, publicKey, counter, transports, name]); // oxfmt-ignore

/** False where it is none of this operator's. */
export const endPasskey = (database: Database, sessionId: Uuid, passkeyId: Uuid): Promise<boolean> =>
  changed(database, 'operator_end_passkey($1, $2)', [sessionId, passkeyId]);

interface StoredPasskey extends KeptPasskey {
  createdAt: number;
  lastUsedAt: number | null;
}

const passkeyColumns = `p.passkey_id as "passkeyId", p.operator_id as "ownerId", p.credential_id as "credentialId",
  p.public_key as "publicKey", p.counter, p.transports, p.name, p.began_at as "createdAt", p.last_used_at as "lastUsedAt"`;

/** The newest first. */
export async function readPasskeys(database: Database, operatorId: Uuid): Promise<StoredPasskey[]> {
  const sql = `select ${passkeyColumns} from operator_passkeys p where p.operator_id = $1 and p.ended_at is null
    order by p.began_at desc, p.passkey_id desc`;
  return (await database.query<StoredPasskey>(sql, [operatorId])).rows;
}

/** Of somebody who may come in. */
async function findPasskey(database: Database, credentialId: string): Promise<StoredPasskey | undefined> {
  const sql = `select ${passkeyColumns} from operator_passkeys p join operators o on o.operator_id = p.operator_id
    where p.credential_id = $1 and p.ended_at is null and o.closed_at is null`;
  return (await database.query<StoredPasskey>(sql, [credentialId])).rows[0];
}

/** Reads the passkeys of operators whose roles approve payments, or of all, ordered by name, then by when they were added. */
export async function readDecidersPasskeys(
  database: Database,
  { ofAll = false }: { ofAll?: boolean } = {},
): Promise<(Pick<StoredPasskey, 'name' | 'credentialId' | 'publicKey' | 'createdAt'> & { person: string })[]> {
  const sql = `select o.name as person, ${passkeyColumns} from operator_passkeys p join operators o on o.operator_id = p.operator_id
    where p.ended_at is null and o.closed_at is null and exists (select from operator_roles r
      where r.operator_id = o.operator_id and ($1 or r.role in ('treasurer', 'risk', 'administrator')))
    order by o.name, p.began_at, p.passkey_id`;
  return (await database.query<StoredPasskey & { person: string }>(sql, [ofAll])).rows;
}

export const keptPasskeys = (pool: Pool): PasskeyKeeping => ({
  ofOwner: (operatorId) => readPasskeys(pool, operatorId),
  find: (credentialId) => findPasskey(pool, credentialId),
  countUse: async (passkeyId, counter) =>
    (await answerOf<boolean>(pool, 'operator_use_passkey($1, $2)', [passkeyId, counter])) === true,
});

interface ProofsSince {
  passwordSince: number | null;
  authenticatorSince: number | null;
  fingerprint: string | null;
  recoveryCodes: number;
}

export async function readProofs(database: Database, operatorId: Uuid): Promise<ProofsSince> {
  const { rows } = await database.query<ProofsSince>(
    `select (select began_at from operator_passwords where operator_id = $1 and ended_at is null) as "passwordSince",
       a.began_at as "authenticatorSince", ${fingerprintOf('a')} as fingerprint,
       (select count(*)::int from operator_recovery_codes
        where operator_id = $1 and used_at is null and ended_at is null) as "recoveryCodes"
     from (select) as one left join operator_authenticators a on a.operator_id = $1 and a.ended_at is null`,
    [operatorId],
  );
  return rows[0]!;
}

/** As administrators compare it, of a row of authenticators. */
export const fingerprintOf = (row: string): string => `left(encode(sha256(${row}.totp_secret), 'hex'), 12)`;

/** When the link was made; null where no renewal of this operator is approved, undefined where this operator may not pass it on. */
export const insertRenewalLink = (
  database: Database,
  { sessionId, operatorId, tokenHash, totpSecret }: { sessionId: Uuid; operatorId: Uuid; tokenHash: string; totpSecret: Buffer }, // oxfmt-ignore
): Promise<number | null> =>
  changed(database, `operator_renewal_link($1, $2, decode($3, 'base64'), $4)`, [sessionId, operatorId, tokenHash, totpSecret]); // oxfmt-ignore

/** As the owner of the database: a link by which an operator who has all roles still sets all proofs anew. Links from before are over. */
export async function insertOwnersLink(
  database: Database,
  { operatorId, tokenHash, totpSecret }: { operatorId: Uuid; tokenHash: string; totpSecret: Buffer },
): Promise<number> {
  const { rows } = await database.query<{ createdAt: number }>(
    `insert into operator_invitations (operator_id, token_hash, totp_secret, is_of_owner)
     values ($1, decode($2, 'base64'), $3, true) returning created_at as "createdAt"`,
    [operatorId, tokenHash, totpSecret],
  );
  return rows[0]!.createdAt + operatorTiming.invitationMs;
}
