// Which lines of a file are new, which are known, and which may tell of a payment that another file told of in other words. Pure.
import { formatAmount, type CurrencyCode, type Uuid, type Wad } from '@candor/wire';
import { uuidOfWords } from '../kit/uuid-of.ts';
import { referencesIn } from './match-transfers.ts';
import type { StatementForm, StatementLine } from './statement-line.ts';

export interface KnownLine {
  transferId: Uuid;
  currency: CurrencyCode;
  amount: Wad;
  bookedOn: string;
  payer: string;
  text: string;
  bankReference: string;
  /** Null for lines that were imported before forms were stored. */
  form: StatementForm | null;
  file: Uuid | null;
  doubleOf: Uuid | null;
  doubt: 'asked' | 'another' | 'same' | null;
}

export interface SortedLine extends StatementLine {
  transferId: Uuid;
  isKnown: boolean;
  /** The line of another file that this one seems to repeat. */
  doubleOf: Uuid | null;
}

interface Parts {
  form: StatementForm;
  file: Uuid;
  /** Every line of these currencies and days, and of the days beside them, in the order in which they were imported. */
  known: readonly KnownLine[];
}

export function sortLines(lines: readonly StatementLine[], { form, file, known }: Parts): SortedLine[] {
  const ids = idsOf(lines);
  const byId = new Map(known.map((each) => [each.transferId, each]));
  const bySum = Map.groupBy(known, sumOf);
  const claimed = new Set<KnownLine>();
  const free = (line: StatementLine): KnownLine[] =>
    (bySum.get(sumOf(line)) ?? []).filter((each) => !claimed.has(each));
  const repeatsDay = dayRepeats(lines, known);
  const told = Map.groupBy(
    known.filter((each) => each.form === form && each.doubt === 'same'),
    ({ doubleOf }) => doubleOf,
  );
  // An operator said that the known line is the one that the bank calls by another reference in a file of this form.
  const isToldOtherwise = ({ bankReference }: StatementLine, { transferId }: KnownLine): boolean =>
    bankReference !== '' && (told.get(transferId) ?? []).some((each) => each.bankReference !== '');
  const found = lines.map((line, place) => {
    // The file itself again: it may show more than before, if the operator now says what it does not.
    const own = free(line).find((each) => each.file === file && wordsOf(each) === wordsOf(line));
    const same =
      own ??
      (line.bankReference === ''
        ? repeatsDay(line) && free(line).find((each) => each.doubt !== 'same' && wordsOf(each) === wordsOf(line))
        : (byId.get(ids[place]!) ??
          free(line).find((each) => each.bankReference === line.bankReference && daysApart(each, line) <= 1)));
    if (same) claimed.add(same);
    return same || undefined;
  });
  return lines.map((line, place) => {
    const same = found[place];
    if (same) return { ...line, transferId: same.transferId, isKnown: true, doubleOf: null };
    const alike = free(line).filter(
      (each) => each.doubt !== 'same' && !isToldOtherwise(line, each) && isAlike(line, each, form),
    );
    const double = alike.find(({ transferId }) => transferId === ids[place]) ?? alike[0];
    if (double) claimed.add(double);
    // The words of the line are taken, so its id is made of its place in this file as well.
    const transferId = byId.has(ids[place]!) ? uuidOfWords(`transfer of file ${file} ${place}`) : ids[place]!;
    return { ...line, transferId, isKnown: byId.has(transferId), doubleOf: double?.transferId ?? null };
  });
}

/**
 * Made of what a line says, and of how many lines before it on the same statement say the same: two payments that are alike are two, and the
 * line of a payment has one id in all statements that list its whole day.
 */
export function idsOf(lines: readonly StatementLine[]): Uuid[] {
  const seen = new Map<string, number>();
  return lines.map(({ currency, amount, bookedOn, payer, text, bankReference }) => {
    const words = bankReference === '' ? [payer, text] : [bankReference];
    const said = JSON.stringify([currency, formatAmount(amount), bookedOn, ...words]);
    const place = seen.get(said) ?? 0;
    seen.set(said, place + 1);
    return uuidOfWords(`transfer ${place} ${said}`);
  });
}

type Words = Pick<KnownLine, 'currency' | 'amount' | 'bookedOn' | 'payer' | 'text' | 'bankReference'>;

const sumOf = ({ currency, amount }: Pick<Words, 'currency' | 'amount'>): string => `${currency} ${amount}`;
const dayKey = ({ currency, bookedOn }: Pick<Words, 'currency' | 'bookedOn'>): string => `${currency} ${bookedOn}`;
const wordsOf = ({ currency, amount, bookedOn, payer, text }: Words): string =>
  JSON.stringify([currency, formatAmount(amount), bookedOn, payer, text]);

/**
 * Returns whether a file lists again what an earlier file listed of a day: it has all lines that came with that file, or all of its own are known.
 * A file that has one line of the day shows neither: its line can be a second payment that is alike.
 */
function dayRepeats(lines: readonly StatementLine[], known: readonly KnownLine[]): (line: StatementLine) => boolean {
  const ours = Map.groupBy(lines, dayKey);
  const theirs = Map.groupBy(
    known.filter(({ doubt }) => doubt !== 'same'),
    dayKey,
  );
  const answers = new Map<string, boolean>();
  const repeats = (day: string, file: Uuid | null): boolean => {
    const mine = countWords(ours.get(day)!);
    const all = theirs.get(day) ?? [];
    const ofFile = countWords(all.filter((each) => each.file === file));
    return isWithin(ofFile, mine) || (mine.size > 1 && isWithin(mine, countWords(all)));
  };
  return (line) => {
    const day = dayKey(line);
    if (ours.get(day)!.length < 2) return false;
    const files = new Set(
      (theirs.get(day) ?? []).filter((each) => wordsOf(each) === wordsOf(line)).map(({ file }) => file),
    );
    return [...files].every((file) => {
      const key = `${day} ${file}`;
      const found = answers.get(key) ?? repeats(day, file);
      answers.set(key, found);
      return found;
    });
  };
}

function countWords(lines: readonly Words[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(wordsOf(line), (counts.get(wordsOf(line)) ?? 0) + 1);
  return counts;
}

const isWithin = (part: ReadonlyMap<string, number>, whole: ReadonlyMap<string, number>): boolean =>
  [...part].every(([words, count]) => count <= (whole.get(words) ?? 0));

/**
 * Returns whether two lines of one sum may be one payment. Files of one form write a payment in the same way, on the same day; files of another
 * form may book it a day apart, and may leave out the payer or the text.
 */
function isAlike(line: StatementLine, known: KnownLine, form: StatementForm): boolean {
  const [ours, theirs] = [referencesIn(line.text), referencesIn(known.text)];
  const isOneForm = known.form === form;
  const bothNamed = line.bankReference !== '' && known.bankReference !== '';
  if (isOneForm && bothNamed && line.bankReference !== known.bankReference) return false;
  if (daysApart(line, known) > (isOneForm ? 0 : 1)) return false;
  if (ours.some((each) => theirs.includes(each))) return true;
  if (ours.length > 0 && theirs.length > 0) return false;
  const [payers, texts] = [isSaidAlike(line.payer, known.payer), isSaidAlike(line.text, known.text)];
  if (isOneForm) return payers && texts;
  return (payers && line.payer !== '') || (texts && line.text !== '') || saysNothing(line) || saysNothing(known);
}

const saysNothing = ({ payer, text }: Pick<Words, 'payer' | 'text'>): boolean => payer === '' && text === '';

/** In capitals, without spaces, cut or completed at its end: banks do all of it. */
export function isSaidAlike(one: string, other: string): boolean {
  const [short, long] = [plain(one), plain(other)].toSorted((a, b) => a.length - b.length) as [string, string];
  return short === long || (short.length >= 4 && long.startsWith(short));
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const daysApart = (one: Pick<Words, 'bookedOn'>, other: Pick<Words, 'bookedOn'>): number =>
  Math.abs(Date.parse(one.bookedOn) - Date.parse(other.bookedOn)) / 86_400_000;
