// The SQL of codes; private to this folder.
import { toInstant } from '@candor/wire';
import type { Database } from '../../kit/postgres.ts';
import type { CodeState } from '../rules.ts';

export interface StoredCode extends CodeState {
  language: string;
  sentAt: number;
}

/** A new code takes the place of the one before it. */
export async function putCode(
  database: Database,
  { subject, code }: { subject: string; code: Pick<StoredCode, 'digest' | 'language' | 'sentAt' | 'expiresAt'> },
): Promise<void> {
  await database.query(
    `insert into codes (subject, code_digest, language, sent_at, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (subject) do update set code_digest = excluded.code_digest, language = excluded.language,
       sent_at = excluded.sent_at, expires_at = excluded.expires_at, wrong_tries = 0, checked_at = null, spent_at = null`,
    [subject, code.digest, code.language, toInstant(code.sentAt), toInstant(code.expiresAt)],
  );
}

export async function lockCode(database: Database, subject: string): Promise<StoredCode | undefined> {
  const found = await database.query<StoredCode>(
    `select code_digest as digest, language, sent_at as "sentAt", expires_at as "expiresAt",
       wrong_tries as "wrongTries", checked_at as "checkedAt", spent_at as "spentAt"
     from codes where subject = $1 for update`,
    [subject],
  );
  return found.rows[0];
}

export async function storeCode(
  database: Database,
  { subject, state }: { subject: string; state: CodeState },
): Promise<void> {
  const instantOf = (at: number | null): string | null => (at === null ? null : toInstant(at));
  await database.query('update codes set wrong_tries = $2, checked_at = $3, spent_at = $4 where subject = $1', [
    subject,
    state.wrongTries,
    instantOf(state.checkedAt),
    instantOf(state.spentAt),
  ]);
}

/** The code that could not be delivered goes, unless a newer one took its place. */
export async function dropCode(
  database: Database,
  { subject, digest }: { subject: string; digest: string },
): Promise<void> {
  await database.query('delete from codes where subject = $1 and code_digest = $2', [subject, digest]);
}

export async function dropOldCodes(database: Database, before: number): Promise<void> {
  await database.query('delete from codes where expires_at < $1', [toInstant(before)]);
}
