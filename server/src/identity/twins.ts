// What a case has in common with those of other accounts: the SQL of it.
import type { Uuid } from '@candor/wire';
import type { Database } from '../kit/postgres.ts';
import type { CaseState, IdentityCase } from './case.ts';
import { stateOf } from './store.ts';

export interface Twin {
  caseId: Uuid;
  accountId: Uuid;
  state: CaseState;
  isDocument: boolean;
  isPicture: boolean;
  isPerson: boolean;
  /** A picture looks like one of this case, which decides nothing. */
  isLook: boolean;
}

/** It certifies its account, by the document or by a picture of it. */
export const isCertifiedBySame = ({ state, isDocument, isPicture }: Twin): boolean =>
  state === 'approved' && (isDocument || isPicture);

interface Wanted {
  found: IdentityCase;
  documents: readonly Buffer[];
  persons: readonly Buffer[];
}

/** Bits of 64 in which two pictures differ at most that look alike: saved again or cut a little. */
const lookBitsMax = 8;
const shownAtMost = 20;

/** Those that certify an account come first, then the latest. */
export async function readTwins(database: Database, wanted: Wanted): Promise<Twin[]> {
  const [same, alike] = [await readSame(database, wanted), await readAlike(database, wanted.found)];
  const looks = new Set(alike.map(({ caseId }) => caseId));
  const known = new Set(same.map(({ caseId }) => caseId));
  return [
    ...same.map((twin) => ({ ...twin, isLook: !twin.isPicture && looks.has(twin.caseId) })),
    ...alike
      .filter(({ caseId }) => !known.has(caseId))
      .map((twin) => ({ ...twin, isDocument: false, isPicture: false, isPerson: false, isLook: true })),
  ];
}

/** Cases that have the document, a picture or the person in common. */
async function readSame(database: Database, { found, documents, persons }: Wanted): Promise<Omit<Twin, 'isLook'>[]> {
  const { rows } = await database.query<Omit<Twin, 'isLook'>>(
    `with own as (select digest from pictures where picture_id in ($4, $5)),
       same as (select picture_id from pictures where digest in (select digest from own)),
       -- Each by an index of its own: together they would be looked for in every case.
       found as (select case_id from identity_cases where document_digest = any($2)
         union select case_id from identity_cases where person_digest = any($3)
         union select case_id from identity_cases where front in (select * from same)
         union select case_id from identity_cases where back in (select * from same)),
       twins as (select case_id, account_id, ${stateOf('identity_cases')} as state, submitted_at, document_digest = any($2) as "isDocument",
           person_digest = any($3) as "isPerson", front in (select * from same) or coalesce(back in (select * from same), false) as "isPicture"
         from identity_cases where account_id <> $1 and case_id in (select * from found))
     select case_id as "caseId", account_id as "accountId", state, "isDocument", "isPicture", "isPerson"
     from twins order by state = 'approved' desc, submitted_at desc limit ${shownAtMost}`,
    [found.accountId, documents, persons, found.front, found.back],
  );
  return rows;
}

async function readAlike(
  database: Database,
  { accountId, front, back }: IdentityCase,
): Promise<Pick<Twin, 'caseId' | 'accountId' | 'state'>[]> {
  const { rows } = await database.query<Pick<Twin, 'caseId' | 'accountId' | 'state'>>(
    `with alike as (select other.picture_id from pictures as own join pictures as other on own.picture_id in ($2, $3)
         and other.account_id <> $1 and other.look is not null and bit_count((own.look # other.look)::bit(64)) <= ${lookBitsMax}),
       found as (select case_id from identity_cases where front in (select * from alike)
         union select case_id from identity_cases where back in (select * from alike))
     select case_id as "caseId", account_id as "accountId", ${stateOf('identity_cases')} as state from identity_cases
     where account_id <> $1 and case_id in (select * from found)
     order by state = 'approved' desc, submitted_at desc limit ${shownAtMost}`,
    [accountId, front, back],
  );
  return rows;
}

export interface TwinPicture {
  caseId: Uuid;
  side: 'front' | 'back';
  /** Until the time to keep it is over. */
  isKept: boolean;
}

/** Of each the front first. */
export async function readTwinPictures(database: Database, caseIds: readonly Uuid[]): Promise<TwinPicture[]> {
  const { rows } = await database.query<TwinPicture>(
    `select case_id as "caseId", side, wrapped_key is not null as "isKept"
     from identity_cases cross join lateral (values ('front', front), ('back', back)) as its(side, picture)
       join pictures on picture_id = picture
     where case_id = any($1) order by side desc`,
    [caseIds],
  );
  return rows;
}

/** Whether its document or a picture of it certifies another account. */
export async function certifiesAnother(
  database: Database,
  { found: { accountId, front, back }, documents }: Omit<Wanted, 'persons'>,
): Promise<boolean> {
  const { rows } = await database.query<{ isShared: boolean }>(
    `select exists (select from identity_cases as other
       where other.state = 'approved' and other.account_id <> $1
         and (other.document_digest = any($2) or exists (
           select from pictures as own join pictures as theirs using (digest)
           where own.picture_id in ($3, $4) and theirs.picture_id in (other.front, other.back)))) as "isShared"`,
    [accountId, documents, front, back],
  );
  return rows[0]!.isShared;
}

/** One approval at a time: of two cases of one document, the later one finds the earlier. */
export const lockApprovals = async (database: Database): Promise<void> =>
  void (await database.query(`select pg_advisory_xact_lock(hashtextextended('identity approval', 0))`));
