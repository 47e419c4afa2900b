// Countries whose phone numbers are accepted, the search over them, and numbers as people type them.
import { latinDigits } from './latin-digits.ts';
import { searchText } from './search-text.ts';

export interface Country {
  /** ISO 3166-1 alpha-2. */
  iso: string;
  name: string;
  /** As its own people write it. */
  nativeName: string;
  areaCode: string;
  /** Numbers at home begin with a 0 that goes away behind the area code. */
  hasTrunkZero: boolean;
}

const rows: [iso: string, name: string, nativeName: string, areaCode: string, trunk?: 'trunk-zero'][] = [
  ['JP', 'Japan', '日本', '81', 'trunk-zero'],
  ['US', 'United States', 'United States', '1'],
  ['CA', 'Canada', 'Canada', '1'],
  ['KR', 'South Korea', '대한민국', '82', 'trunk-zero'],
  ['TW', 'Taiwan', '台灣', '886', 'trunk-zero'],
  ['HK', 'Hong Kong', '香港', '852'],
  ['MO', 'Macao', '澳門', '853'],
  ['SE', 'Sweden', 'Sverige', '46', 'trunk-zero'],
  ['AE', 'United Arab Emirates', 'الإمارات العربية المتحدة', '971', 'trunk-zero'],
  ['SA', 'Saudi Arabia', 'المملكة العربية السعودية', '966', 'trunk-zero'],
  ['EG', 'Egypt', 'مصر', '20', 'trunk-zero'],
  ['CH', 'Switzerland', 'Schweiz', '41', 'trunk-zero'],
  ['DE', 'Germany', 'Deutschland', '49', 'trunk-zero'],
  ['AT', 'Austria', 'Österreich', '43', 'trunk-zero'],
  ['GB', 'United Kingdom', 'United Kingdom', '44', 'trunk-zero'],
  ['IE', 'Ireland', 'Éire', '353', 'trunk-zero'],
  ['FR', 'France', 'France', '33', 'trunk-zero'],
  ['IT', 'Italy', 'Italia', '39'],
  ['ES', 'Spain', 'España', '34'],
  ['PT', 'Portugal', 'Portugal', '351'],
  ['NL', 'Netherlands', 'Nederland', '31', 'trunk-zero'],
  ['BE', 'Belgium', 'België', '32', 'trunk-zero'],
  ['LU', 'Luxembourg', 'Lëtzebuerg', '352'],
  ['DK', 'Denmark', 'Danmark', '45'],
  ['NO', 'Norway', 'Norge', '47'],
  ['FI', 'Finland', 'Suomi', '358', 'trunk-zero'],
  ['PL', 'Poland', 'Polska', '48'],
  ['TR', 'Türkiye', 'Türkiye', '90', 'trunk-zero'],
  ['SG', 'Singapore', 'Singapore', '65'],
  ['MY', 'Malaysia', 'Malaysia', '60', 'trunk-zero'],
  ['TH', 'Thailand', 'ไทย', '66', 'trunk-zero'],
  ['VN', 'Vietnam', 'Việt Nam', '84', 'trunk-zero'],
  ['ID', 'Indonesia', 'Indonesia', '62', 'trunk-zero'],
  ['PH', 'Philippines', 'Pilipinas', '63', 'trunk-zero'],
  ['IN', 'India', 'भारत', '91', 'trunk-zero'],
  ['AU', 'Australia', 'Australia', '61', 'trunk-zero'],
  ['NZ', 'New Zealand', 'New Zealand', '64', 'trunk-zero'],
  ['BR', 'Brazil', 'Brasil', '55', 'trunk-zero'],
];

export const countries: readonly Country[] = rows.map(([iso, name, nativeName, areaCode, trunk]) => ({
  iso,
  name,
  nativeName,
  areaCode,
  hasTrunkZero: trunk === 'trunk-zero',
}));

/**
 * Countries that fit what was typed: part of a name in English, in its own language or as `localName` gives it, the ISO
 * code, or leading digits of the area code, in any script. Exact fits come first, then beginnings, then the rest; no text gives all.
 */
export function searchCountries(typed: string, localName?: (iso: string) => string): Country[] {
  const wanted = plain(typed);
  const digits = wanted.replace(/^00/, '');
  if (digits === '') return [...countries];
  const isNumber = /^\d+$/.test(digits);
  const rank = (country: Country): number => {
    if (isNumber) return country.areaCode === digits ? 0 : country.areaCode.startsWith(digits) ? 1 : 3;
    const names = [country.name, country.nativeName, localName?.(country.iso) ?? ''].map(plain);
    if (plain(country.iso) === wanted || names.includes(wanted)) return 0;
    if (names.some((name) => name.startsWith(wanted))) return 1;
    return names.some((name) => name.includes(wanted)) ? 2 : 3;
  };
  return countries
    .map((country) => ({ country, rank: rank(country) }))
    .filter((found) => found.rank < 3)
    .toSorted((left, right) => left.rank - right.rank)
    .map((found) => found.country);
}

/**
 * A phone number without what only separates: digits of any script and width, `+` for 00. What is no number stays, and is refused by
 * whoever reads it. One without + is of the country of `areaCode`.
 */
export function plainPhone(typed: string, areaCode: string): string {
  const plain = latinDigits(typed).replace(separators, '').replace(/^00/, '+');
  return plain === '' || plain.startsWith('+') ? plain : `+${areaCode}${plain}`;
}

/** Spaces, hyphens in all their kinds (a Japanese keyboard has \u30fc beside the digits), and marks of direction that come along from lists of contacts. */
const separators = /[\s().\-/\u2010-\u2015\u2212\u30fc\p{Cf}]/gu;

/** Also without accents, and with the parts of a Korean syllable apart, as it is found while it is still being typed. */
const plain = (text: string): string => searchText(latinDigits(text)).normalize('NFKD').replace(/\p{M}/gu, '');
