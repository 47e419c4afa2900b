// All SQL of rates.
import type { CurrencyCode, Uuid, Wad } from '@candor/wire';
import { formatAmount } from '@candor/wire';
import { amount, columns, date, instant, safeInteger, text } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select } from '../kit/select.ts';
import type { Doubt, StoredRate } from './rules.ts';

const stored = columns({
  currency: text<CurrencyCode>(),
  perUsd: amount,
  day: date,
  source: text<StoredRate['source']>(),
  rateId: safeInteger,
});

/** The newest of each currency and source. */
export const readRates = (database: Database): Promise<StoredRate[]> =>
  select(
    database,
    stored,
    `select distinct on (currency, source) ${stored.list} from currency_rates order by currency, source, day desc, rate_id desc`,
  );

const doubt = columns({
  currency: text<CurrencyCode>(),
  perUsd: text().as('per_usd::text'),
  day: date,
  seenAt: instant,
  answeredAt: instant.orNull,
});

export const readDoubts = (database: Database): Promise<Doubt[]> =>
  select(database, doubt, `select ${doubt.list} from currency_doubts where ended_at is null order by currency`);

/** What is there already stays. */
export const insertRates = async (
  database: Database,
  { day, source, perUsd }: { day: string; source: 'bank' | 'demo'; perUsd: Iterable<readonly [CurrencyCode, Wad]> },
): Promise<void> => {
  const rates = [...perUsd];
  await database.query(
    `insert into currency_rates (currency, per_usd, day, source)
     select currency, per_usd, $3, $4 from unnest($1::text[], $2::numeric[]) as rates(currency, per_usd) on conflict do nothing`,
    [rates.map(([code]) => code), rates.map(([, rate]) => formatAmount(rate)), day, source],
  );
};

/** Refused by the database unless two operators approved it. */
export const insertApproved = async (
  database: Database,
  { currency, perUsd, proposalId }: { currency: CurrencyCode; perUsd: Wad; proposalId: Uuid },
): Promise<void> =>
  void (await database.query(
    `insert into currency_rates (currency, per_usd, day, source, proposal_id)
     values ($1, $2, (clock_timestamp() at time zone 'UTC')::date, 'operators', $3)`,
    [currency, formatAmount(perUsd), proposalId],
  ));
