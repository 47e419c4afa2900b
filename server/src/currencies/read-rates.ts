// The daily list of the European Central Bank: how much of each currency one euro is worth, on one day.
import { currencyCodes, one, parseMarketNumber, type CurrencyCode, type Wad } from '@candor/wire';
import { elementsOf, readXml } from '../kit/read-xml.ts';

export interface DailyRates {
  /** YYYY-MM-DD. */
  day: string;
  /** Units for one US dollar, of what the list names; the dollar itself is left out. */
  perUsd: ReadonlyMap<CurrencyCode, Wad>;
}

/** Throws if the text is no such list, has a currency twice, or has no dollar rate. Leaves out rates that can't be read. */
export function readDailyRates(text: string): DailyRates {
  const cubes = elementsOf(readXml(text), 'Cube');
  const days = cubes.filter(({ attributes: { time } }) => time !== undefined);
  const day = days[0]?.attributes['time'] ?? '';
  if (days.length !== 1 || !isDay(day)) throw new Error('the list is not of one day');
  const named = new Set<string>();
  const perEuro = new Map<string, Wad>([['EUR', one]]);
  for (const { attributes } of cubes) {
    const { currency, rate = '' } = attributes;
    const value = parseMarketNumber(rate);
    if (currency === undefined) continue;
    if (named.has(currency)) throw new Error(`the list has ${currency} twice`);
    named.add(currency);
    if (value !== undefined && value > 0n) perEuro.set(currency, value);
  }
  const dollar = perEuro.get('USD');
  if (dollar === undefined) throw new Error('the list has no rate of the dollar');
  const known = currencyCodes.filter((code) => code !== 'USD' && perEuro.has(code));
  return { day, perUsd: new Map(known.map((code) => [code, ((perEuro.get(code)! * one) / dollar) as Wad])) };
}

/** One that the calendar has. */
function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
