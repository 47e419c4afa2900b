// The one form that a phone number is stored and found by.
import { countries, plainPhone } from '@candor/wire';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

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

function readingsOf(whole: string): Reading[] {
  const read = readingOf(whole);
  if (!read || read.isInPlan) return read ? [read] : [];
  const { areaCode, number } = read;
  const twice = number.startsWith(`+${areaCode}${areaCode}`) ? readingOf(number.replace(areaCode, '')) : undefined;
  return twice ? [read, twice] : [read];
}

function readingOf(whole: string): Reading | undefined {
  if (!/^\+\d{7,17}$/.test(whole)) return undefined;
  const parsed = parsePhoneNumberFromString(whole, { extract: false });
  const country = countries.find(({ areaCode }) => areaCode === parsed?.countryCallingCode);
  if (!parsed || !country || !parsed.isPossible()) return undefined;
  // A 0 that is left over would make two numbers of one.
  if (country.hasTrunkZero && parsed.nationalNumber.startsWith('0')) return undefined;
  return { number: parsed.number, areaCode: country.areaCode, isInPlan: parsed.isValid() };
}
