// Amounts as the file of a bank writes them. Whether a point or a comma is the decimal mark is not guessed for one amount: the whole column
// shows it, or the file is refused. Pure.
import { parseAmount, type Wad } from '@candor/wire';

export interface WrittenAmount {
  /** The amount as text, without its sign. */
  text: string;
  /** The number of the line in the file. */
  line: number;
}

const marks = ['.', ','] as const;
export type Mark = (typeof marks)[number];
interface Parts {
  whole: string;
  fraction: string;
}

/** Characters that may separate groups of three digits, besides a point or a comma. */
const groupSigns = " '\u2019\u00A0\u202F";
const forms = Object.fromEntries(
  marks.map((mark) => {
    const other = mark === '.' ? ',' : '.';
    return [
      mark,
      new RegExp(`^(\\d+|[1-9]\\d{0,2}([${groupSigns}${other}])\\d{3}(?:\\2\\d{3})*)(?:\\${mark}(\\d+))?$`),
    ];
  }),
) as Record<Mark, RegExp>;

/** Error of a line that can't be read, while the other lines of its file can. */
export class UnreadableLine extends Error {
  readonly line: number;
  readonly problem: string;
  constructor(line: number, problem: string) {
    super(`line ${line}: ${problem}`);
    this.line = line;
    this.problem = problem;
  }
}

/**
 * Returns the decimal mark of the column, or a point if no amount has decimals. Throws if the column uses both marks, or does not show its mark.
 * In a currency without decimals three digits are always a group. Balances show the mark if no amount does.
 */
export function decimalMarkOf(
  column: readonly WrittenAmount[],
  { isWhole = false, balances = [] }: { isWhole?: boolean; balances?: readonly WrittenAmount[] } = {},
): Mark {
  const { found, unclear } = marksIn(column);
  const [first] = isWhole && found.length === 0 ? unclear.map(groupedBy) : found;
  const other = [...found, ...(isWhole ? unclear.map(groupedBy) : [])].find(({ mark }) => mark !== first!.mark);
  if (other)
    failAt(other.amount, `is written in another way than ${brief(first!.amount.text)} in line ${first!.amount.line}`);
  if (first || !unclear[0]) return first?.mark ?? '.';
  const ofBalances = new Set(marksIn(balances).found.map(({ mark }) => mark));
  const [only] = ofBalances;
  return only !== undefined && ofBalances.size === 1
    ? only
    : failAt(unclear[0], 'could be two amounts, and no other line shows which');
}

interface FoundMark {
  mark: Mark;
  amount: WrittenAmount;
}

const groupedBy = (amount: WrittenAmount): FoundMark => ({ mark: amount.text.includes(',') ? '.' : ',', amount });

/** Returns the amounts that show the mark, and the amounts that are valid with either mark. */
function marksIn(column: readonly WrittenAmount[]): { found: FoundMark[]; unclear: WrittenAmount[] } {
  const found: FoundMark[] = [];
  const unclear: WrittenAmount[] = [];
  for (const amount of column) {
    const [point, comma] = marks.map((mark) => partsOf(amount.text, mark));
    if (point && comma && point.fraction === comma.fraction) continue;
    if (point && comma) unclear.push(amount);
    else if (point ?? comma) found.push({ mark: point ? '.' : ',', amount });
  }
  return { found, unclear };
}

/** Throws an `UnreadableLine` if the amount is malformed. */
export function readAmount(amount: WrittenAmount, decimals: number, mark: Mark): Wad {
  const { whole, fraction } = partsOf(amount.text, mark) ?? failAt(amount, 'is no amount');
  // Banks write 100.00 for yen, too. Three zeros could be a group of digits.
  const isRound = fraction.length <= 2 && /^0*$/.test(fraction.slice(decimals));
  if (fraction.length > decimals && !isRound) failAt(amount, 'is no amount: it has more decimals than its currency');
  const kept = fraction.slice(0, decimals);
  const value = parseAmount(`${whole.replace(/^0+(?=\d)/, '')}${kept === '' ? '' : `.${kept}`}`);
  return value !== undefined && value > 0n ? value : failAt(amount, 'is no amount');
}

function partsOf(text: string, mark: Mark): Parts | undefined {
  const [, whole, , fraction = ''] = forms[mark].exec(text) ?? [];
  return whole === undefined ? undefined : { whole: whole.replaceAll(/\D/g, ''), fraction };
}

function failAt({ text, line }: WrittenAmount, problem: string): never {
  throw new UnreadableLine(line, `${brief(text)} ${problem}`);
}

export const brief = (text: string): string => `“${text.slice(0, 20)}”`;
