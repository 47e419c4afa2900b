// The double of a bank's daily list of rates, in the form of the European Central Bank.
import { openHttpDouble, type Answer, type HttpDouble } from './http-double.ts';

export interface RatesList {
  /** YYYY-MM-DD. */
  day: string;
  /** For one euro. */
  rates: Readonly<Record<string, string>>;
}

/** In other words: a comma for the point, other names of elements, a page, or many days in one list. */
const wordings = ['comma', 'names', 'page', 'days'] as const;

export interface RatesDouble extends HttpDouble<'list'> {
  /** What it publishes from now on. */
  publish(list: RatesList): void;
}

const textOf = (...lists: readonly RatesList[]): string => {
  const days = lists.map(
    ({ day, rates }) =>
      `<Cube time='${day}'>${Object.entries(rates)
        .map(([code, rate]) => `<Cube currency='${code}' rate='${rate}'/>`)
        .join('\n')}</Cube>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube>${days.join('')}</Cube></gesmes:Envelope>`;
};
const said = (body: string): Answer => ({ status: 200, headers: { 'content-type': 'text/xml' }, body });

export async function openRatesDouble(first: RatesList): Promise<RatesDouble> {
  let [list, before, worded] = [first, first, 0];
  const reversed = ({ day, rates }: RatesList): RatesList => ({
    day,
    rates: Object.fromEntries(Object.entries(rates).toReversed()),
  });
  const inWords: Record<(typeof wordings)[number], () => Answer> = {
    comma: () =>
      said(
        textOf({
          ...list,
          rates: Object.fromEntries(Object.entries(list.rates).map(([code, rate]) => [code, rate.replace('.', ',')])),
        }),
      ),
    names: () => said(textOf(list).replaceAll('Cube', 'Rate')),
    page: () => said('<html>Back soon.</html>'),
    days: () => said(textOf(list, before)),
  };
  const double = await openHttpDouble<'list'>({
    name: 'rates',
    steps: ['list'],
    stepOf: () => 'list',
    answer: () => said(textOf(list)),
    changes: {
      repeated: () => said(textOf(before)),
      reordered: () => said(textOf(reversed(list))),
      // The dollar, by which all others are counted, is there; half of the others is not.
      withdrawn: () =>
        said(
          textOf({
            ...list,
            rates: Object.fromEntries(
              Object.entries(list.rates).filter(([code], place) => code === 'USD' || place % 2 === 0),
            ),
          }),
        ),
      'other-words': () => inWords[wordings[worded++ % wordings.length]!](),
    },
  });
  return {
    ...double,
    publish(next) {
      [before, list] = [list, next];
    },
  };
}
