// One document that was handed in, as a row and as its owner is shown it.
import {
  maskNumber,
  photoPath,
  toInstant,
  wireId,
  type Authentication,
  type DocumentKind,
  type FailureReason,
  type Uuid,
} from '@candor/wire';
import type { Sealed, Sealing } from '../kit/sealing.ts';
import type { Pictures } from '../pictures/create-pictures.ts';

/** withdrawn: the account was closed before anybody had decided. */
export type CaseState = 'review' | 'approved' | 'failed' | 'withdrawn';

export interface IdentityCase {
  caseId: Uuid;
  accountId: Uuid;
  attempt: number;
  state: CaseState;
  version: number;
  country: string;
  documentKind: DocumentKind;
  details: Sealed;
  front: Uuid;
  back: Uuid | null;
  submittedAt: number;
  claimedBy: Uuid | null;
  claimedByName: string | null;
  claimedUntil: number | null;
  /** Of the second of two who approved it. */
  secondName: string | null;
  decidedAt: number | null;
  reason: FailureReason | null;
}

/** What is sealed of it. */
export interface Details {
  number: string;
  name: string;
  birthDate: string;
}

export const sealDetails = (sealing: Sealing, caseId: Uuid, details: Details): Sealed =>
  sealing.seal(Buffer.from(JSON.stringify(details)), caseId);

export const openDetails = (sealing: Sealing, { caseId, details }: IdentityCase): Details =>
  JSON.parse(sealing.open(details, caseId).toString()) as Details;

export const pathOfPicture = (pictureId: Uuid): string => photoPath(wireId('picture', pictureId));

/**
 * For its owner: the number is hidden, as whoever came in with a stolen password reads it as well. A picture that is kept no longer is
 * not named, as it can't be handed in again.
 */
export async function describeOwn(
  { sealing, pictures }: { sealing: Sealing; pictures: Pick<Pictures, 'isOf'> },
  found: IdentityCase,
): Promise<NonNullable<Authentication['latest']>> {
  const pathIfKept = async (pictureId: Uuid | null): Promise<string | null> =>
    pictureId !== null && (await pictures.isOf(found.accountId, pictureId)) ? pathOfPicture(pictureId) : null;
  const { number, name, birthDate } = openDetails(sealing, found);
  return {
    authentication_id: wireId('identityCase', found.caseId),
    country: found.country,
    document_kind: found.documentKind,
    document_number: maskNumber(number),
    name,
    birth_date: birthDate,
    front: await pathIfKept(found.front),
    back: await pathIfKept(found.back),
    submitted_at: toInstant(found.submittedAt),
    decided_at: found.decidedAt === null ? null : toInstant(found.decidedAt),
    reason: found.reason,
  };
}
