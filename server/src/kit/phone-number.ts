// The one form that a phone number is stored and found by.
import { countries, plainPhone } from '@candor/wire';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { parsePhoneNumberFromString as parseMobileNumber } from 'libphonenumber-js/mobile';

export interface PhoneNumber {
  /** E.164: + and digits. */
  number: string;
  areaCode: string;
}

/**
 * The same for every way of writing one number (spaces, hyphens, 00, the 0 of home, its area code twice, digits of any script); reading it
 * again changes nothing. Undefined for what is no number of a country that is accepted, or has an impossible length there.
 * One without + may also be of the country of `homeAreaCode`.
 */
export const parsePhoneNumber = (typed: string, homeAreaCode = ''): PhoneNumber | undefined =>
  phoneNumbersIn(typed, homeAreaCode)[0];

/** All that it may mean, what a country's plan has before what only has a length that is in it. */
export function phoneNumbersIn(typed: string, homeAreaCode: string): PhoneNumber[] {
  const whole = plainPhone(typed, '');
  const atHome = homeAreaCode === '' ? whole : plainPhone(typed, homeAreaCode);
  const ways = isWhole(whole, homeAreaCode) ? [whole, atHome] : [atHome, whole];
  const readings = [...new Set(ways)].flatMap(readingsOf);
  const inPlan = readings.filter(({ isInPlan }) => isInPlan);
  return [...new Set([...inPlan, ...readings])].map(({ number, areaCode }) => ({ number, areaCode }));
}

/** At home, where numbers begin with a 0, one that begins with the area code instead has all of it. */
const isWhole = (whole: string, homeAreaCode: string): boolean =>
  countries.some(({ areaCode, hasTrunkZero }) => areaCode === homeAreaCode && hasTrunkZero) &&
  whole.startsWith(`+${homeAreaCode}`);

interface Reading extends PhoneNumber {
  isInPlan: boolean;
}

/** How well a number fits: one that a message reaches before any other of the plan, and that before a mere length. */
const fitOf = (reading: Reading | undefined): number => {
  if (!reading) return 0;
  if (!reading.isInPlan) return 1;
  return parseMobileNumber(reading.number, { extract: false })?.isValid() ? 3 : 2;
};

/** The likeliest first: an area code that is there twice is once too often where the number fits better without it. */
function readingsOf(whole: string): Reading[] {
  const read = readingOf(whole);
  const number = read?.number ?? whole;
  const doubled = countries.find(({ areaCode }) => number.startsWith(`+${areaCode}${areaCode}`));
  const once = doubled ? readingsOf(number.replace(doubled.areaCode, '')) : [];
  const own = read ? [read] : [];
  return fitOf(once[0]) > Math.max(1, fitOf(read)) ? [...once, ...own] : own;
}

/** Of the shortest numbers that there are to the longest that may be typed. */
const isWritten = /^\+\d{7,17}$/;

function readingOf(whole: string): Reading | undefined {
  if (!isWritten.test(whole)) return undefined;
  const parsed = parsePhoneNumberFromString(whole, { extract: false });
  const country = countries.find(({ areaCode }) => areaCode === parsed?.countryCallingCode);
  if (!parsed || !country || !isWritten.test(parsed.number)) return undefined;
  const [{ areaCode, hasTrunkZero }, isInPlan] = [country, parsed.isValid()];
  if (!parsed.nationalNumber.startsWith('0') || (isInPlan && !hasTrunkZero))
    return parsed.isPossible() ? { number: parsed.number, areaCode, isInPlan } : undefined;
  // A 0 that is left over would make two numbers of one: but for Italy, whose numbers have it, it is dialled at home or means nothing.
  const isDialled = !hasTrunkZero && !parsed.nationalNumber.startsWith('00');
  const without = isDialled ? readingOf(`+${areaCode}${parsed.nationalNumber.slice(1)}`) : undefined;
  return without?.isInPlan ? without : undefined;
}
