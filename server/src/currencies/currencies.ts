// Money of countries: currencies with their rates, from a central bank's list or set by two operators.
import { canonicalJson } from '@candor/proof';
import {
  askRates,
  formatAmount,
  getRatesDesk,
  listCurrencies,
  parseAmount,
  setCurrencyRate,
  type CurrencyCode,
} from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import type { Clock } from '../kit/clock.ts';
import { bind } from '../kit/feature.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { product, type WebPart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { answerDoubt } from './answers-store.ts';
import { demoRates, storeDemoRates } from './demo-rates.ts';
import { openRates } from './open-rates.ts';
import { ratesDesk } from './rates-desk.ts';
import { refreshRates } from './refresh-rates.ts';
import { isGood, isOfOperatorsSound, rateInForce } from './rules.ts';
import { insertApproved, readDoubts, readRates } from './store.ts';

export const currencies = product({
  name: 'currencies',
  calls: [{ title: 'Currencies', text: 'Money of countries, and what a dollar is worth in it.', anyone: [listCurrencies] }], // oxfmt-ignore
  consoleCalls: [
    {
      title: 'Exchange rates',
      text: 'Each rate with its state and its source, what that answered, and asking it now.',
      operator: [getRatesDesk, askRates],
    },
  ],
  acts: [setCurrencyRate],
  web: currenciesWeb,
});

export interface CurrenciesParts {
  mode: 'demo' | 'production';
  pool: Pool;
  clock: Clock;
  /** In the form of the European Central Bank's daily list; nobody is asked without it. */
  ratesUrl: string | undefined;
  /** For tests. */
  pace?: { everyMs?: number; retryMs?: number; timeoutMs?: number };
}

export function currenciesWeb({ mode, pool, clock, ratesUrl, pace = {} }: CurrenciesParts): WebPart {
  const rates = openRates({ pool, clock });
  const { timeoutMs, ...often } = pace;
  const source =
    ratesUrl === undefined
      ? undefined
      : { url: ratesUrl, pool, clock, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  const hasSamples = mode === 'demo' && ratesUrl === undefined;
  return {
    jobs: [
      rates.reload('currency-rates-read', 'web'),
      ...(hasSamples ? [demoRates(pool, clock)] : []),
      ...(source === undefined ? [] : [refreshRates({ ...source, ...often, load: rates.load })]),
    ],
    calls: [
      bind(listCurrencies, () => ({ currencies: rates.describe() })),
      ...ratesDesk({ pool, clock, source, load: rates.load }),
    ],
    acts: [rateAct(clock)],
    async start() {
      if (hasSamples) await storeDemoRates(pool, clock);
      await rates.load();
    },
  };
}

const rateAct = (clock: Clock): BoundAct => {
  /** Refuses where operators have no rate to set; with what was in force before it. */
  async function look({ currency, per_usd: text }: { currency: CurrencyCode; per_usd: string }, database: Database) {
    const perUsd = parseAmount(text);
    if (perUsd === undefined || perUsd <= 0n) return refuse('amount-malformed', { field: 'per_usd' });
    const now = clock.now();
    const doubt = (await readDoubts(database)).find((each) => each.currency === currency);
    const rates = (await readRates(database)).filter((rate) => rate.currency === currency);
    const last = rateInForce(rates, now, doubt);
    if (last?.source === 'bank' && isGood(last, doubt, now)) refuse('rate-from-source');
    if (!isOfOperatorsSound(perUsd, last)) refuse('rate-too-far', { last: formatAmount(last!.perUsd) });
    const facts = { currency, last: last ? formatAmount(last.perUsd) : '–', last_day: last?.day ?? '–' };
    return { perUsd, facts };
  }
  return bindAct(setCurrencyRate, {
    facts: async (body, pool) => (await look(body, pool)).facts,
    async carryOut({ proposalId, body, facts }, database) {
      const { perUsd, facts: now } = await look(body, database);
      // What two persons decided on is no more: another rate came since.
      if (canonicalJson(now) !== canonicalJson(facts)) refuse('rate-changed', { last: now.last, day: now.last_day });
      await insertApproved(database, { currency: body.currency, perUsd, proposalId });
      await answerDoubt(database, { currency: body.currency, at: clock.now() });
      return {};
    },
  });
};
