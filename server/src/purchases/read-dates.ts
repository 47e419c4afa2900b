// Reads dates as banks write them. One date does not show whether 03/04 is in March or in April: all dates of the file with the same shape show
// it, or the operator states it. Pure.
import { isDay } from '@candor/wire';

/** Result for a date that could be either of two days. */
export const twoDays = 'two-days';

export type DateOrder = 'day-first' | 'month-first';
type Order = DateOrder | 'year-first';
const orders: readonly Order[] = ['year-first', 'day-first', 'month-first'];

/** Returns a reader of one date. The reader returns the day, `twoDays` if the date could be two days, or undefined if the text is no date. */
export function dateReaderFor(texts: readonly string[], said?: DateOrder): (text: string) => string | undefined {
  const found = new Map<string, readonly Order[]>();
  for (const text of texts) {
    const can = Object.keys(readingsOf(text)) as Order[];
    if (can.length === 0) continue;
    const shape = shapeOf(text);
    found.set(
      shape,
      (found.get(shape) ?? orders).filter((order) => can.includes(order)),
    );
  }
  return (text) => {
    const readings = readingsOf(text);
    const fitting = found.get(shapeOf(text)) ?? orders;
    const agreed = said !== undefined && fitting.includes(said) ? [said] : fitting;
    const days = new Set(agreed.flatMap((order) => readings[order] ?? []));
    if (Object.keys(readings).length === 0) return undefined;
    const [day, ...others] = days;
    // If no order fits all dates of this shape, the file mixes orders and the day is unclear.
    return day !== undefined && others.length === 0 ? day : twoDays;
  };
}

/** Returns the shape of a date, such as `d/d/y`. Dates of one shape are read in the same order. */
const shapeOf = (text: string): string => plain(text).replaceAll(/\d+/g, (digits) => (digits.length > 2 ? 'y' : 'd'));

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .replace(/[T ]\d{1,2}:\d{2}.*$/, '');

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function readingsOf(text: string): { [One in Order]?: string } {
  const date = plain(text);
  const whole =
    /^(\d{4})(\d{2})(\d{2})$/.exec(date) ??
    /^(\d{4})年(\d{1,2})月(\d{1,2})日$/.exec(date) ??
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(date)?.filter((_part, place) => place !== 2);
  if (whole) return onlyDays({ 'year-first': dayOf(whole[1]!, whole[2]!, whole[3]!) });
  const named = /^(\d{1,2})[- ]([A-Za-z]{3,9})[- ](\d{4}|\d{2})$/.exec(date);
  if (named)
    return onlyDays({
      'day-first': dayOf(named[3]!, String(months.indexOf(named[2]!.slice(0, 3).toLowerCase()) + 1), named[1]!),
    });
  const [, one, sign, two, three] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(date) ?? [];
  if (one === undefined) return {};
  const dayFirst = dayOf(three!, two!, one);
  if (sign === '.') return onlyDays({ 'day-first': dayFirst });
  return onlyDays({
    'year-first': one.length === 2 && three!.length === 2 ? dayOf(one, two!, three!) : undefined,
    'day-first': dayFirst,
    'month-first': dayOf(three!, one, two!),
  });
}

const onlyDays = (readings: { [One in Order]?: string | undefined }): { [One in Order]?: string } =>
  Object.fromEntries(Object.entries(readings).filter(([, day]) => day !== undefined));

function dayOf(year: string, month: string, day: string): string | undefined {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}
