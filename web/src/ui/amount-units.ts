// What stands beside the digits of an amount and says nothing about it: a sign and a code of a coin or a currency.
import type { CurrencyCode } from '@candor/wire';

/** As people write them; symbols such as € and ₩, which are of no other use, need no list. */
const signsOf: Readonly<Record<CurrencyCode, readonly string[]>> = {
  USD: ['US$'],
  EUR: [],
  JPY: ['円', 'JP¥'],
  KRW: ['원'],
  SEK: ['kr'],
  CHF: ['SFr', 'Fr'],
  TWD: ['NT$', '元', '圓'],
  AED: ['د.إ', 'Dhs', 'Dh'],
  HKD: ['HK$'],
  MOP: ['MOP$'],
};
const namedSigns = Object.values(signsOf).flat();
/** ¢ and ₥ are parts of a dollar: they do say something. */
const symbol = /(?![¢₥])\p{Sc}/gu;

/** Without spaces at the ends and at most one sign and one code; undefined where a letter is left, which is none of ours. */
export function withoutUnits(text: string, codes: readonly string[]): string | undefined {
  // Marks of direction have no width.
  const plain = text.replace(/\p{Cf}/gu, '').trim();
  const left = without(plain, [codes, [...namedSigns, ...(plain.match(symbol) ?? [])]]);
  return /\p{L}/u.test(left) ? undefined : left;
}

/** One of each kind is taken away, in any order and at either end. */
function without(text: string, kinds: readonly (readonly string[])[]): string {
  for (const kind of kinds) {
    const left = withoutOne(text, kind);
    if (left !== undefined) return without(left, kinds.filter((other) => other !== kind)); // oxfmt-ignore
  }
  return text;
}

function withoutOne(text: string, kind: readonly string[]): string | undefined {
  // USDT before USD.
  for (const unit of kind.toSorted((one, other) => other.length - one.length)) {
    if (unit === '') continue;
    const behind = text.slice(unit.length);
    if (isSame(text.slice(0, unit.length), unit) && !isJoined(unit, behind)) return behind.replace(/^\.?\s+/, '');
    // A sentence may end with it.
    const before = [text, text.replace(/[.,。،、]$/, '')].find((each) => isSame(each.slice(-unit.length), unit));
    if (before !== undefined) return before.slice(0, -unit.length).trim();
  }
  return undefined;
}

const isSame = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase();

/** `Fr.500` is 500 as well as 0.5: nobody knows whose the mark is. */
const isJoined = (unit: string, behind: string): boolean => /\p{L}$/u.test(unit) && /^[.,。،、٫]\d/.test(behind);
