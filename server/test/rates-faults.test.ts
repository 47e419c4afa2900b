// The whole server with a bank's list of rates that is late, empty, outdated, differently formatted, or incomplete: rates in force always come
// from a published list, and from the newest one once the source works again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, listCurrencies, toInstant, wad } from '@candor/wire';
import { longRun } from './support/long-run.ts';
import { faults } from './support/neighbours/neighbour.ts';
import { openRatesDouble, type RatesList } from './support/neighbours/rates-double.ts';
import { randomIntOf, testSeed } from './support/seed.ts';
import { got, openRunningApp } from './support/running-app.ts';

const randomInt = randomIntOf(testSeed);
/** More days than a run publishes lists, at one list a day. */
const daysBefore = 20;
const dayAt = (move: number): string => toInstant(Date.now() - (daysBefore - move) * 86_400_000).slice(0, 10);
const listAt = (move: number): RatesList => ({
  day: dayAt(move),
  rates: {
    USD: '1.25',
    JPY: `${150 + move}`,
    KRW: `${1_500 + move}`,
    SEK: `${11 + move / 100}`,
    CHF: `${1 + move / 1_000}`,
    HKD: `${9 + move / 100}`,
  },
});

test(
  'rates through the whole server, with each fault of the list',
  longRun('waits as long as a list may be late'),
  async (context) => {
    const double = await openRatesDouble(listAt(0));
    const app = await openRunningApp({ liveCoins: [], settings: { CURRENCY_RATES_URL: double.url } });
    context.after(async () => {
      await app.close();
      await double.close();
    });
    const client = createClient({ baseUrl: app.url });
    const rates = async (): Promise<Map<string, string | null>> =>
      new Map(got(await client.call(listCurrencies, {})).currencies.map(({ code, per_usd: rate }) => [code, rate]));
    const perUsd = (move: number, code: string): bigint => (wad(listAt(move).rates[code]!) * 10n ** 18n) / wad('1.25');
    const codes = Object.keys(listAt(0).rates).filter((code) => code !== 'USD');
    let move = 0;
    const published = [0];
    await app.runJob('currency-rates');
    const order = faults.flatMap((fault) => [fault, fault]).toSorted(() => randomInt(3) - 1);
    for (const fault of [...order, 'other-words', 'other-words'] as const) {
      double.publish(listAt(++move));
      published.push(move);
      double.turn(fault, 'list');
      await app.runJob('currency-rates');
      const now = await rates();
      for (const code of codes)
        assert.ok(
          published.some((each) => wad(now.get(code)!) === perUsd(each, code)),
          `${code} is ${now.get(code)} after ${fault}`,
        );
      double.mend();
    }
    await app.runJob('currency-rates');
    const now = await rates();
    for (const code of codes) assert.equal(wad(now.get(code)!), perUsd(move, code), code);
    await app.audit();
  },
);
