// Finds which lines of a file are new, which are known, and which may report a payment that another file reported in other words. Pure.
import { formatAmount, type Uuid } from '@candor/wire';
import { uuidOfWords } from '../kit/uuid-of.ts';
import { referencesIn } from './match-transfers.ts';
import { daysBetween, sumOf, type StatementForm, type StatementLine } from './statement-line.ts';

export interface KnownLine extends Omit<StatementLine, 'endToEnd'> {
  transferId: Uuid;
  /** Null for lines that were imported before forms were stored. */
  form: StatementForm | null;
  file: Uuid | null;
  doubleOf: Uuid | null;
  doubt: 'asked' | 'another' | 'same' | null;
}

export interface SortedLine extends StatementLine {
  transferId: Uuid;
  isKnown: boolean;
  /** Line of another file that this line may repeat. */
  doubleOf: Uuid | null;
}

interface Parts {
  form: StatementForm;
  file: Uuid;
  /** All lines in these currencies from ten days before to ten days after these lines, and all lines of this file, in the order of import. */
  known: readonly KnownLine[];
}

export function sortLines(lines: readonly StatementLine[], { form, file, known }: Parts): SortedLine[] {
  const ids = idsOf(lines);
  const byId = new Map(known.map((each) => [each.transferId, each]));
  const bySum = Map.groupBy(known, sumOf);
  const found = knownLines(lines, { file, known, ids });
  const claimed = new Set<KnownLine>(found.filter((each) => each !== undefined));
  const told = Map.groupBy(
    known.filter((each) => each.form === form && each.doubt === 'same'),
    ({ doubleOf }) => doubleOf,
  );
  // An operator confirmed that files of this form list the known line under another reference, so a line with a new reference is another payment.
  const isToldOtherwise = ({ bankReference }: StatementLine, { transferId }: KnownLine): boolean =>
    bankReference !== '' && (told.get(transferId) ?? []).some((each) => each.bankReference !== '');
  const readOnce = readsOnce();
  const ofFile = new Map<string, Uuid>();
  return lines.map((line, place) => {
    const same = found[place];
    const whole = line.bankReference === '' ? '' : JSON.stringify([wordsOf(line), line.bankReference, line.endToEnd]);
    const before = ofFile.get(whole);
    if (same) {
      if (whole !== '') ofFile.set(whole, same.transferId);
      return { ...line, transferId: same.transferId, isKnown: true, doubleOf: null };
    }
    const isDouble = (each: KnownLine): boolean =>
      !claimed.has(each) &&
      each.doubt !== 'same' &&
      daysApart(line, each) <= restatedDays &&
      !isToldOtherwise(line, each) &&
      isAlike({ line, known: each, form }, readOnce);
    const own = byId.get(ids[place]!);
    const double =
      before === undefined ? (own && isDouble(own) ? own : bySum.get(sumOf(line))?.find(isDouble)) : undefined;
    if (double) claimed.add(double);
    // A known line already has the id made of these words, so this id is made of the file and the position of the line.
    const transferId = byId.has(ids[place]!) ? uuidOfWords(`transfer of file ${file} ${place}`) : ids[place]!;
    if (whole !== '' && before === undefined) ofFile.set(whole, transferId);
    return { ...line, transferId, isKnown: byId.has(transferId), doubleOf: before ?? double?.transferId ?? null };
  });
}

/** Returns for each line the known line that is the same line; undefined if there is none. */
function knownLines(
  lines: readonly StatementLine[],
  { file, known, ids }: Omit<Parts, 'form'> & { ids: readonly Uuid[] },
): (KnownLine | undefined)[] {
  const claimed = new Set<KnownLine>();
  const pick = (found: readonly KnownLine[] = [], isOne: (each: KnownLine) => boolean = () => true) => {
    const one = found.find((each) => !claimed.has(each) && isOne(each));
    if (one) claimed.add(one);
    return one;
  };
  const ofFile = known.filter((each) => each.file === file);
  const [own, ownOtherwise] = [Map.groupBy(ofFile, wordsOf), Map.groupBy(ofFile, sayingOf)];
  // Lines of the same file, imported again: more lines may be readable now, if the operator stated the currency or the date order.
  const found = lines.map((line) => pick(own.get(wordsOf(line))));
  const isOther = (line: StatementLine) => (each: KnownLine) =>
    each.currency !== line.currency || each.bookedOn !== line.bookedOn;
  const [byWords, byId] = [Map.groupBy(known, wordsOf), new Map(known.map((each) => [each.transferId, each]))];
  const byReference = Map.groupBy(known, referenceKey);
  const repeatsDay = dayRepeats(lines, known);
  return lines.map((line, place) => {
    const taken = found[place];
    // The same file was imported before with another currency or date order: this is the same line, not a second payment.
    if (taken ?? ownOtherwise.has(sayingOf(line)))
      return taken ?? pick(ownOtherwise.get(sayingOf(line)), isOther(line));
    if (line.bankReference === '')
      return repeatsDay(line) ? pick(byWords.get(wordsOf(line)), ({ doubt }) => doubt !== 'same') : undefined;
    const named = (byReference.get(referenceKey(line)) ?? []).filter(
      (each) => daysApart(each, line) <= 1 && !contradicts(line, each),
    );
    return (
      pick(named, (each) => wordsOf(each) === wordsOf(line)) ??
      pick(named, (each) => each === byId.get(ids[place]!)) ??
      pick(named)
    );
  });
}

/** Returns whether both payer and text differ. An equal reference proves nothing then: some banks use a reference for several payments. */
const contradicts = (one: Words, other: Words): boolean =>
  [one.payer, one.text, other.payer, other.text].every((words) => words !== '') &&
  !isSaidAlike(one.payer, other.payer) &&
  !isSaidAlike(one.text, other.text);

/**
 * Returns ids made of the content of a line and of the number of equal lines before it in the statement. Two equal payments get two ids, and a
 * payment has the same id in all statements that list its whole day.
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

const dayKey = ({ currency, bookedOn }: Pick<Words, 'currency' | 'bookedOn'>): string => `${currency} ${bookedOn}`;
const referenceKey = (line: Words): string => `${sumOf(line)} ${line.bankReference}`;
/** Key of the fields that do not depend on the currency and date order that the operator states for the file. */
const sayingOf = ({ amount, payer, text, bankReference }: Words): string =>
  JSON.stringify([formatAmount(amount), payer, text, bankReference]);
const wordsOf = ({ currency, amount, bookedOn, payer, text }: Words): string =>
  JSON.stringify([currency, formatAmount(amount), bookedOn, payer, text]);

/**
 * Returns whether a file lists a day again that an earlier file listed: it has all lines of that file and day, or all of its own lines are known.
 * A file with a single line of the day proves neither: the line may be a second, equal payment.
 */
function dayRepeats(lines: readonly StatementLine[], known: readonly KnownLine[]): (line: StatementLine) => boolean {
  const ours = Map.groupBy(lines, dayKey);
  const theirs = Map.groupBy(
    known.filter(({ doubt }) => doubt !== 'same'),
    dayKey,
  );
  const filesOf = new Map(
    [...Map.groupBy([...theirs.values()].flat(), wordsOf)].map(([words, found]) => [
      words,
      new Set(found.map(({ file }) => file)),
    ]),
  );
  const counts = new Map([...theirs].map(([day, all]) => [day, countWords(all)]));
  const answers = new Map<string, boolean>();
  const repeats = (day: string, file: Uuid | null): boolean => {
    const mine = countWords(ours.get(day)!);
    const all = theirs.get(day) ?? [];
    const ofFile = countWords(all.filter((each) => each.file === file));
    return isWithin(ofFile, mine) || (mine.size > 1 && isWithin(mine, counts.get(day) ?? new Map()));
  };
  return (line) => {
    const day = dayKey(line);
    if (ours.get(day)!.length < 2) return false;
    return [...(filesOf.get(wordsOf(line)) ?? [])].every((file) => {
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

/** Banks move the booking date over weekends and holidays. Lines with the same reference may be more days apart than lines with the same words. */
const [restatedDays, weekendDays] = [10, 5];

interface Reading {
  payer: string;
  names: string;
  text: string;
  references: string[];
}
/** Reads each line once, as it is compared with many. */
function readsOnce(): (line: Pick<Words, 'payer' | 'text'>) => Reading {
  const readings = new Map<object, Reading>();
  return (line) => {
    const { payer, text } = line;
    const found = readings.get(line) ?? {
      payer: plain(payer),
      names: wordsIn(payer),
      text: plain(text),
      references: referencesIn(text),
    };
    readings.set(line, found);
    return found;
  };
}

/**
 * Returns whether two lines of the same amount may be the same payment. Files of one form write a payment in the same way, on the same day; another
 * form may book it one day or a weekend later, may leave out the payer or the text, or may have the payer in the text.
 */
function isAlike(
  { line, known, form }: { line: StatementLine; known: KnownLine; form: StatementForm },
  readOnce: ReturnType<typeof readsOnce>,
): boolean {
  const isOneForm = known.form === form;
  const days = daysApart(line, known);
  if (line.bankReference !== '' && known.bankReference !== '') {
    if (line.bankReference === known.bankReference) return true;
    if (isOneForm) return false;
  }
  const [ours, theirs] = [readOnce(line), readOnce(known)];
  if (ours.references.some((each) => theirs.references.includes(each))) return true;
  if (ours.references.length > 0 && theirs.references.length > 0) return false;
  if (days > (isOneForm ? 0 : weekendDays)) return false;
  const payers = isWithinOther(ours.payer, theirs.payer) || ours.names === theirs.names;
  const texts = isWithinOther(ours.text, theirs.text);
  if (isOneForm) return payers && texts;
  const [isPayer, isText] = [payers && ours.payer !== '', texts && ours.text !== ''];
  if (days > 1) return isPayer && isText;
  return (
    isPayer || isText || isNamedIn(ours, theirs) || isNamedIn(theirs, ours) || saysNothing(ours) || saysNothing(theirs)
  );
}

const saysNothing = ({ payer, text }: Reading): boolean => payer === '' && text === '';
/** In CSV files of many banks the text contains the name of the payer. */
const isNamedIn = ({ payer }: Reading, { text }: Reading): boolean => payer.length >= 4 && text.includes(payer);

/** Returns whether two names or texts match. Banks write them in capitals, without spaces, truncated or with words added. */
export const isSaidAlike = (one: string, other: string): boolean =>
  isWithinOther(plain(one), plain(other)) || wordsIn(one) === wordsIn(other);

function isWithinOther(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || (short.length >= 4 && long.includes(short));
}

/** Returns capitals without accents, and with A for AE, as some files write Ä as AE (MT940) and others as A. */
const letters = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/([AOU])E/g, '$1');
const plain = (text: string): string => letters(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
const wordsIn = (text: string): string =>
  letters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');

const daysApart = (one: Pick<Words, 'bookedOn'>, other: Pick<Words, 'bookedOn'>): number =>
  daysBetween(one.bookedOn, other.bookedOn);
