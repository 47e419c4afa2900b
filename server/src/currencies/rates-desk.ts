// Rates as operators see them, and the call with which they ask the source immediately.
import { askRates, formatAmount, getRatesDesk, rateAnswersMax, toInstant, type CurrencyCode } from '@candor/wire';
import { appendAudit } from '../kit/audit-log.ts';
import type { Clock } from '../kit/clock.ts';
import { bindOperator, type BoundCall } from '../kit/feature.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { readAnswers, readAskedAt, readOffered, type Answer } from './answers-store.ts';
import { askSource, type SourceParts } from './ask-source.ts';
import { judgeRates, type JudgedRate, type RatesStored } from './judge-rates.ts';
import { goodUntil } from './rules.ts';
import { readDoubts, readRates } from './store.ts';

interface DeskParts {
  pool: Pool;
  clock: Clock;
  /** Undefined if no source is configured. */
  source: SourceParts | undefined;
  /** Reloads the rates in force. */
  load: () => Promise<void>;
}

export async function readRatesStored(database: Database): Promise<RatesStored> {
  const [rates, doubts, offered, askedAt] = await Promise.all([
    readRates(database),
    readDoubts(database),
    readOffered(database),
    readAskedAt(database),
  ]);
  return { rates, doubts, offered, askedAt };
}

export function ratesDesk({ pool, clock, source, load }: DeskParts): BoundCall[] {
  let isAsking = false;
  /** Does not reject if the source fails: the failure is recorded and shown as an answer. */
  async function ask(parts: SourceParts): Promise<void> {
    if (isAsking) return refuse('busy');
    isAsking = true;
    try {
      await askSource(parts, new AbortController().signal).catch(() => undefined);
      await load();
    } finally {
      isAsking = false;
    }
  }
  return [
    bindOperator(getRatesDesk, async () => {
      const [stored, answers] = await Promise.all([readRatesStored(pool), readAnswers(pool, rateAnswersMax)]);
      return {
        has_source: source !== undefined,
        currencies: judgeRates(stored, clock.now()).map(describeRate),
        answers: answers.map((answer) => ({
          ...describeAnswer(answer),
          first_at: toInstant(answer.firstAt),
          last_at: toInstant(answer.lastAt),
          times: answer.times,
        })),
      };
    }),
    bindOperator(askRates, async (_, { operator }) => {
      await ask(source ?? refuse('rates-no-source'));
      const [newest] = await readAnswers(pool, 1);
      const { outcome, day } = newest!;
      await appendAudit(pool, { operator: operator.name, act: 'rates-asked', detail: { outcome, day: day ?? '' } });
      return describeAnswer(newest!);
    }),
  ];
}

const instantOf = (at: number | null) => (at === null ? null : toInstant(at));

const describeRate = ({ currency, isOffered, state, rate, doubt, expectedBy }: JudgedRate) => ({
  code: currency,
  is_offered: isOffered,
  state,
  per_usd: rate ? formatAmount(rate.perUsd) : null,
  day: rate?.day ?? null,
  source: rate?.source ?? null,
  good_until: rate ? toInstant(goodUntil(rate.day)) : null,
  expected_by: instantOf(expectedBy),
  doubt: doubt
    ? {
        per_usd: doubt.perUsd,
        day: doubt.day,
        seen_at: toInstant(doubt.seenAt),
        is_answered: doubt.answeredAt !== null,
      }
    : null,
});

const codesIn = (words: string): CurrencyCode[] => (words === '' ? [] : (words.split(' ') as CurrencyCode[]));

const describeAnswer = (
  answer: Pick<Answer, 'outcome' | 'day' | 'reason'> & Record<'missing' | 'doubted' | 'changed', string>,
) => ({
  outcome: answer.outcome,
  day: answer.day,
  reason: answer.reason,
  missing: codesIn(answer.missing),
  doubted: codesIn(answer.doubted),
  changed: codesIn(answer.changed),
});
