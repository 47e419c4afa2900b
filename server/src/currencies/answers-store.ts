// All SQL of the rate source's answers, and of rates that the source listed and that were rejected.
import { formatAmount, type CurrencyCode, type RateAnswerOutcome, type Wad } from '@candor/wire';
import { boolean, columns, date, instant, integer, safeInteger, text } from '../kit/columns.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';

export interface Answer {
  outcome: RateAnswerOutcome;
  day: string | null;
  /** Reason why the source sent no list; '' if it sent one. */
  reason: string;
  missing: readonly CurrencyCode[];
  doubted: readonly CurrencyCode[];
  changed: readonly CurrencyCode[];
}

/** Stores rejected rates. A doubt that is seen again keeps the time at which it was first seen, and its answer. */
export const storeDoubts = async (
  database: Database,
  { day, perUsd, seenAt }: { day: string; perUsd: readonly (readonly [CurrencyCode, Wad])[]; seenAt: number },
): Promise<void> =>
  void (await database.query(
    `insert into currency_doubts as known (currency, per_usd, day, seen_at)
     select currency, per_usd, $3, to_timestamp($4 / 1000.0) from unnest($1::text[], $2::numeric[]) as listed(currency, per_usd)
     on conflict (currency) do update set per_usd = excluded.per_usd, day = excluded.day, seen_at = excluded.seen_at, answered_at = null, ended_at = null
     where (known.per_usd, known.day) is distinct from (excluded.per_usd, excluded.day) or known.ended_at is not null`,
    [perUsd.map(([code]) => code), perUsd.map(([, rate]) => formatAmount(rate)), day, seenAt],
  ));

export const endDoubts = async (
  database: Database,
  { day, currencies, at }: { day: string; currencies: readonly CurrencyCode[]; at: number },
): Promise<void> =>
  void (await database.query(
    `update currency_doubts set ended_at = to_timestamp($3 / 1000.0)
     where currency = any($1::text[]) and day <= $2 and ended_at is null`,
    [currencies, day, at],
  ));

/** Marks a doubt as answered, because two operators set a rate. */
export const answerDoubt = async (
  database: Database,
  { currency, at }: { currency: CurrencyCode; at: number },
): Promise<void> =>
  void (await database.query(
    'update currency_doubts set answered_at = to_timestamp($2 / 1000.0) where currency = $1 and ended_at is null',
    [currency, at],
  ));

/** Stores an answer. If it equals the previous answer, only that answer's counter is increased. */
export async function recordAnswer(database: Database, answer: Answer, at: number): Promise<void> {
  const { outcome, day, reason } = answer;
  const values = [
    outcome,
    day,
    reason,
    ...[answer.missing, answer.doubted, answer.changed].map((codes) => codes.join(' ')),
  ];
  const counted = await database.query(
    `update currency_answers set last_at = greatest(last_at, to_timestamp($7 / 1000.0)), times = times + 1
     where answer_id = (select max(answer_id) from currency_answers)
       and (outcome, day, reason, missing, doubted, changed) is not distinct from ($1, $2::date, $3, $4, $5, $6)`,
    [...values, at],
  );
  if (counted.rowCount !== 0) return;
  await database.query(
    `insert into currency_answers (outcome, day, reason, missing, doubted, changed, first_at, last_at)
     values ($1, $2, $3, $4, $5, $6, to_timestamp($7 / 1000.0), to_timestamp($7 / 1000.0))`,
    [...values, at],
  );
}

const answerRow = columns({
  answerId: safeInteger,
  firstAt: instant,
  lastAt: instant,
  times: integer,
  outcome: text<Answer['outcome']>(),
  day: date.orNull,
  reason: text(),
  missing: text(),
  doubted: text(),
  changed: text(),
});

/** Reads the answers, newest first. */
export const readAnswers = (database: Database, limit: number) =>
  select(database, answerRow, `select ${answerRow.list} from currency_answers order by answer_id desc limit $1`, [
    limit,
  ]);

const askedAt = columns({ at: instant.orNull.as('max(last_at)') });
/** Returns when the source last answered or failed; null if no process ever asked it. */
export const readAskedAt = async (database: Database): Promise<number | null> =>
  (await selectOne(database, askedAt, `select ${askedAt.list} from currency_answers`))!.at;

const offered = columns({ currency: text<CurrencyCode>(), isOffered: boolean });
/** Returns the currencies in which coins are sold now. */
export const readOffered = async (database: Database): Promise<CurrencyCode[]> =>
  (
    await select(
      database,
      offered,
      `select distinct on (currency) ${offered.list} from currency_terms order by currency, version desc`,
    )
  )
    .filter(({ isOffered }) => isOffered)
    .map(({ currency }) => currency);
