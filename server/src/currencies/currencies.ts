// Money of countries: currencies with their rates, from a central bank's list or set by two operators.
import { listCurrencies, parseAmount, setCurrencyRate, formatAmount } from '@candor/wire';
import { bindAct, type BoundAct } from '../kit/act.ts';
import type { Clock } from '../kit/clock.ts';
import { bind } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { product, type WebPart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { demoRates, storeDemoRates } from './demo-rates.ts';
import { openRates, type Rates } from './open-rates.ts';
import { refreshRates } from './refresh-rates.ts';
import { isOfOperatorsSound, isOld } from './rules.ts';
import { insertApproved } from './store.ts';

export const currencies = product({
  name: 'currencies',
  calls: [{ title: 'Currencies', text: 'Money of countries, and what a dollar is worth in it.', anyone: [listCurrencies] }], // oxfmt-ignore
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
  const hasSamples = mode === 'demo' && ratesUrl === undefined;
  return {
    jobs: [
      rates.reload('currency-rates-read', 'web'),
      ...(hasSamples ? [demoRates(pool, clock)] : []),
      ...(ratesUrl === undefined
        ? []
        : [refreshRates({ url: ratesUrl, pool, clock, last: rates.inForce, load: rates.load, ...pace })]),
    ],
    calls: [bind(listCurrencies, () => ({ currencies: rates.describe() }))],
    acts: [rateAct(rates, clock)],
    async start() {
      if (hasSamples) await storeDemoRates(pool, clock);
      await rates.load();
    },
  };
}

const rateAct = (rates: Rates, clock: Clock): BoundAct =>
  bindAct(setCurrencyRate, {
    async facts({ currency, per_usd: text }) {
      const perUsd = parseAmount(text);
      if (perUsd === undefined || perUsd <= 0n) return refuse('amount-malformed', { field: 'per_usd' });
      await rates.load();
      const last = rates.inForce(currency);
      if (last?.source === 'bank' && !isOld(last.day, clock.now())) refuse('rate-from-source');
      if (!isOfOperatorsSound(perUsd, last)) refuse('rate-too-far', { last: formatAmount(last!.perUsd) });
      return { currency, last: last ? formatAmount(last.perUsd) : '–', last_day: last?.day ?? '–' };
    },
    async carryOut({ proposalId, body: { currency, per_usd: text } }, database) {
      await insertApproved(database, { currency, perUsd: parseAmount(text)!, proposalId });
      return {};
    },
  });
