// Test double of a bank's daily list of rates, in the format of the European Central Bank.
import { ecbLists } from '../ecb-list.ts';
import { openHttpDouble, type Answer, type HttpDouble } from './http-double.ts';

export interface RatesList {
  /** YYYY-MM-DD. */
  day: string;
  /** Units of each currency for one euro. */
  rates: Readonly<Record<string, string>>;
}

/** Forms of the fault `other-words`: a decimal comma, other element names, an HTML page, or several days in one list. */
const wordings = ['comma', 'names', 'page', 'days'] as const;

export interface RatesDouble extends HttpDouble<'list'> {
  /** Publishes this list from now on. */
  publish(list: RatesList): void;
}

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
        ecbLists({
          ...list,
          rates: Object.fromEntries(Object.entries(list.rates).map(([code, rate]) => [code, rate.replace('.', ',')])),
        }),
      ),
    names: () => said(ecbLists(list).replaceAll('Cube', 'Rate')),
    page: () => said('<html>Back soon.</html>'),
    days: () => said(ecbLists(list, before)),
  };
  const double = await openHttpDouble<'list'>({
    name: 'rates',
    steps: ['list'],
    stepOf: () => 'list',
    answer: () => said(ecbLists(list)),
    changes: {
      repeated: () => said(ecbLists(before)),
      reordered: () => said(ecbLists(reversed(list))),
      // Keeps the dollar, the base of all other rates, and drops half of the other currencies.
      withdrawn: () =>
        said(
          ecbLists({
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
