// What the form of a document accepts before it asks the server. Pure.
import {
  ageOn,
  isBirthDate,
  isDocumentNumber,
  isPersonName,
  needsBack,
  normaliseName,
  normaliseNumber,
  type Authentication,
  type DocumentKind,
  type Facts,
} from '@candor/wire';
import type { Faults } from '../data/draft-rules.ts';

export interface DocumentDraft {
  country: string;
  kind: DocumentKind;
  number: string;
  name: string;
  birthDate: string;
  front: string;
  back: string;
}

/** What failed is there to be corrected; its number is hidden and typed again. */
export const draftOf = (latest: Authentication['latest'], country: string): DocumentDraft => ({
  country: latest?.country ?? country,
  kind: latest?.document_kind ?? 'identity-card',
  number: '',
  name: latest?.name ?? '',
  birthDate: latest?.birth_date ?? '',
  front: latest?.front ?? '',
  back: latest?.back ?? '',
});

/** It was handed in before, and is kept no longer. */
export const isGone = (latest: Authentication['latest'], side: 'front' | 'back'): boolean =>
  latest !== null && latest[side] === null && (side === 'front' || needsBack(latest.document_kind));

const fieldNames: Readonly<Record<string, keyof DocumentDraft>> = {
  country: 'country',
  document_number: 'number',
  name: 'name',
  birth_date: 'birthDate',
  front: 'front',
  back: 'back',
};

/** What a refusal of the server is about. */
export const fieldOf = (code: string, { field = '' }: Facts): keyof DocumentDraft | undefined =>
  code === 'under-age' ? 'birthDate' : fieldNames[field];

export function faultsOf(
  draft: DocumentDraft,
  { today, ageMin }: { today: string; ageMin: number },
): Faults<DocumentDraft> {
  const { kind, number, name, birthDate, front, back } = draft;
  const required = { name: 'identity.required' } as const;
  const isDate = isBirthDate(birthDate) && birthDate <= today && ageOn(birthDate, today) <= 120;
  const age = isDate ? ageOn(birthDate, today) : undefined;
  return {
    number:
      number.trim() === ''
        ? required
        : isDocumentNumber(kind, normaliseNumber(number))
          ? undefined
          : { name: 'identity.numberMalformed' },
    name:
      name.trim() === ''
        ? required
        : isPersonName(normaliseName(name))
          ? undefined
          : { name: 'identity.nameMalformed' },
    birthDate:
      birthDate === ''
        ? required
        : age === undefined
          ? { name: 'identity.birthDateMalformed' }
          : age < ageMin
            ? { code: 'under-age', facts: { age: String(ageMin) } }
            : undefined,
    front: front === '' ? { name: 'identity.pictureRequired' } : undefined,
    back: needsBack(kind) && back === '' ? { name: 'identity.pictureRequired' } : undefined,
  };
}

export const payloadOf = (
  { country, kind, number, name, birthDate, front, back }: DocumentDraft,
  accountId: string,
) => ({
  account_id: accountId,
  country,
  document_kind: kind,
  document_number: number,
  name,
  birth_date: birthDate,
  front,
  ...(needsBack(kind) && { back }),
});
