// MT940 of SWIFT: a statement has an opening balance (:60F:), entries (:61:, each with its text in :86:) and a closing balance (:62F:). Pure.
import { currencyDecimals, isDay, type CurrencyCode, type Wad } from '@candor/wire';
import { brief, readAmount, UnreadableLine } from './read-amounts.ts';
import { textOf86 } from './read-mt940-text.ts';
import { currencyOf, failAt, lineOf, saysReturn, type ReadFile, type ReadLine } from './statement-line.ts';

interface Field {
  tag: string;
  text: string;
  line: number;
}

export const isMt940 = (text: string): boolean => /^:20:/m.test(text) && /^:(?:25|28C?|60[FM]|61):/m.test(text);

export function readMt940(text: string): ReadFile {
  const seen = new Set<string>();
  // A file may contain a statement twice, because the bank sent it twice.
  const once = statementsIn(fieldsIn(text)).filter((fields) => {
    const words = fields.map(({ tag, text: said }) => `${tag} ${said}`).join('\n');
    return !seen.has(words) && seen.add(words);
  });
  const statements = once.map(readOne);
  return {
    form: 'mt940',
    lines: statements.flatMap(({ lines }) => lines),
    pending: statements.reduce((sum, { pending }) => sum + pending, 0),
  };
}

/** A line that starts with a tag starts a field; any other line continues the field before it. */
function fieldsIn(text: string): Field[] {
  const fields: Field[] = [];
  for (const [place, row] of text.split(/\r\n|\r|\n/).entries()) {
    const [, tag, rest] = /^(?:\{.*\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(row) ?? [];
    if (tag !== undefined) fields.push({ tag, text: rest!, line: place + 1 });
    // A hyphen alone ends a message.
    else if (/^-\}?/.test(row) && row.length <= 2) fields.push({ tag: '-', text: '', line: place + 1 });
    else if (fields.length > 0 && fields.at(-1)!.tag !== '-') fields.at(-1)!.text += `\n${row}`;
  }
  return fields;
}

/** Splits the fields into statements. Each statement starts with its reference (:20:). */
function statementsIn(fields: readonly Field[]): Field[][] {
  const statements: Field[][] = [];
  for (const field of fields) {
    if (field.tag === '20') statements.push([]);
    statements.at(-1)?.push(field);
  }
  return statements;
}

interface Balance {
  currency: string;
  value: bigint;
}

function readOne(fields: readonly Field[]): { lines: (() => ReadLine)[]; pending: number } {
  const balanceOf = (tag: RegExp): Balance | undefined =>
    fields.filter((field) => tag.test(field.tag)).map(readBalance)[0];
  const [opening, closing] = [balanceOf(/^60[FM]$/), balanceOf(/^62[FM]$/)];
  const entries = fields.flatMap((field, place) => {
    if (field.tag !== '61') return [];
    const next = fields[place + 1];
    return [entryOf(field, next?.tag === '86' ? next.text : '', opening?.currency ?? '')];
  });
  const booked = entries.filter((entry) => entry instanceof UnreadableLine || !entry.isPending);
  if (entries.length > 0 && (!opening || !closing)) {
    const { line } = fields.find(({ tag }) => tag === '61')!;
    return { lines: [() => failAt(line, 'its statement has no closing balance: the file is not whole')], pending: 0 };
  }
  const sum = booked.reduce((total, entry) => (entry instanceof UnreadableLine ? total : total + entry.signed), 0n);
  const isWhole = booked.every((entry) => !(entry instanceof UnreadableLine));
  if (isWhole && opening && closing && opening.value + sum !== closing.value)
    return {
      lines: [() => failAt(fields[0]!.line, 'the lines of this statement do not lead to its closing balance')],
      pending: 0,
    };
  return {
    lines: booked.flatMap((entry) => {
      if (!(entry instanceof UnreadableLine)) return entry.isOurs ? [] : [() => entry.read()];
      return [
        () => {
          throw entry;
        },
      ];
    }),
    pending: entries.filter((entry) => !(entry instanceof UnreadableLine) && entry.isPending && !entry.isOut).length,
  };
}

interface Entry {
  /** Signed amount, which is added to the balance. */
  signed: bigint;
  isOut: boolean;
  isPending: boolean;
  /** True if our own money comes back, because a debit was reversed. */
  isOurs: boolean;
  read: () => ReadLine;
}

const mark = /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?(\d{1,15},\d{0,15})([A-Z][A-Z0-9]{3})(.*)$/;

function entryOf({ text, line }: Field, details: string, currency: string): Entry | UnreadableLine {
  try {
    const [first = '', more = ''] = text.split('\n');
    const [, valued, entered, way, , amount, , references] =
      mark.exec(first) ?? failAt(line, `${brief(first)} is no line of MT940`);
    const code = currencyOf(currency, line);
    const value = swiftAmount(amount!, code, line);
    // RC is the reversal of a credit, RD the reversal of a debit.
    const isOut = way === 'D' || way === 'RC' || way === 'ED';
    const [, bankReference = ''] = (references ?? '').split('//');
    const said = textOf86(details);
    const bookedOn = dayOf(valued!, entered, line);
    const read = (): ReadLine => ({
      ...lineOf(
        {
          currency: code,
          bookedOn,
          payer: said.payer,
          text: said.text || more,
          bankReference,
          endToEnd: said.endToEnd,
        },
        value,
      ),
      isOut,
      isReturn: isOut && (way === 'RC' || said.isReturn || saysReturn(`${said.text} ${more}`)),
    });
    return { signed: isOut ? -value : value, isOut, isPending: way!.startsWith('E'), isOurs: way === 'RD', read };
  } catch (error) {
    if (error instanceof UnreadableLine) return error;
    throw error;
  }
}

/** SWIFT writes amounts with a decimal comma, which may be the last character, and without group separators. */
const swiftAmount = (text: string, currency: CurrencyCode, line: number): Wad =>
  readAmount({ text: text.replace(/,$/, ''), line }, currencyDecimals[currency], ',');

function readBalance({ text, line }: Field): Balance {
  const [, way, currency, amount] =
    /^([CD])\d{6}([A-Z]{3})(\d{1,15},\d{0,15})\s*$/.exec(text) ?? failAt(line, `${brief(text)} is no balance of MT940`);
  const value = /^0+,0*$/.test(amount!) ? 0n : swiftAmount(amount!, currencyOf(currency!, line), line);
  return { currency: currency!, value: way === 'D' ? -value : value };
}

/** The booking date has no year, so the year is chosen that puts it closest to the value date. */
function dayOf(valued: string, entered: string | undefined, line: number): string {
  const [year, month, day] = [parseInt(valued.slice(0, 2), 10), valued.slice(2, 4), valued.slice(4)];
  const away = entered === undefined ? 0 : parseInt(entered.slice(0, 2), 10) - parseInt(month, 10);
  const turned = year + (away > 6 ? -1 : away < -6 ? 1 : 0);
  const text = `20${String(turned).padStart(2, '0')}-${entered?.slice(0, 2) ?? month}-${entered?.slice(2) ?? day}`;
  return isDay(text) ? text : failAt(line, `${brief(valued)} is no date`);
}
