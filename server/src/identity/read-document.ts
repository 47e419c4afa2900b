// What a customer typed of a document, held to the rules of its fields.
import {
  ageOn,
  countries,
  isBirthDate,
  isDocumentNumber,
  isPersonName,
  needsBack,
  normaliseName,
  normaliseNumber,
  parseWireId,
  photoPath,
  toInstant,
  type DocumentFields,
  type DocumentKind,
  type Uuid,
} from '@candor/wire';
import { refuse } from '../kit/refuse.ts';
import type { Details } from './case.ts';

export interface Document {
  country: string;
  documentKind: DocumentKind;
  details: Details;
  front: Uuid;
  back: Uuid | null;
}

/** Refuses with `document-malformed`, `under-age` and `picture-missing`. */
export function readDocument(fields: DocumentFields, { now, ageMin }: { now: number; ageMin: number }): Document {
  const { country, document_kind: documentKind, birth_date: birthDate } = fields;
  const [number, name] = [normaliseNumber(fields.document_number), normaliseName(fields.name)];
  const today = toInstant(now).slice(0, 10);
  const malformed = (field: keyof DocumentFields): never => refuse('document-malformed', { field });
  if (!countries.some(({ iso }) => iso === country)) malformed('country');
  if (!isDocumentNumber(documentKind, number)) malformed('document_number');
  if (!isPersonName(name)) malformed('name');
  if (!isBirthDate(birthDate) || birthDate > today || ageOn(birthDate, today) > 120) malformed('birth_date');
  if (ageOn(birthDate, today) < ageMin) refuse('under-age', { age: String(ageMin) });
  const front = pictureIn(fields.front, 'front');
  const back = needsBack(documentKind) ? pictureIn(fields.back ?? '', 'back') : null;
  if (front === back) refuse('picture-missing', { field: 'back' });
  return { country, documentKind, details: { number, name, birthDate }, front, back };
}

const pictureIn = (path: string, field: 'front' | 'back'): Uuid => {
  const start = photoPath('');
  const id = path.startsWith(start) ? parseWireId('picture', path.slice(start.length)) : undefined;
  return id ?? refuse('picture-missing', { field });
};
