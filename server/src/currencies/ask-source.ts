// Asks the source for its daily list, stores the credible rates, and records the answer for operators.
import type { Clock } from '../kit/clock.ts';
import { fetchText } from '../kit/fetch-text.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { endDoubts, recordAnswer, storeDoubts, type Answer } from './answers-store.ts';
import { judgeList } from './judge-list.ts';
import { readDailyRates, type DailyRates } from './read-rates.ts';
import { isToCome } from './rules.ts';
import { insertRates, readDoubts, readRates } from './store.ts';

export interface SourceParts {
  /** Address of a list in the format of the European Central Bank’s daily list. */
  url: string;
  pool: Pool;
  clock: Clock;
  timeoutMs?: number;
}

const source = { who: 'the source of rates', accept: 'application/xml, text/xml', bytesMax: 256 * 1024 };
/** Lock under which processes that ask at the same time store their answers one after the other. */
const lock = `select pg_advisory_xact_lock(hashtext('currency_rates'))`;

/** Rejects with the error if there was no list, after recording the failure. Records no failure if `stopping` is aborted. */
export async function askSource(parts: SourceParts, stopping: AbortSignal): Promise<Answer> {
  try {
    const daily = await readSource(parts, stopping);
    return await takeList(parts, daily);
  } catch (error) {
    if (!stopping.aborted) await recordAnswer(parts.pool, failedWith(error), parts.clock.now());
    throw error;
  }
}

const failedWith = (error: unknown): Answer => ({
  outcome: 'failed',
  day: null,
  reason: describeFailure(error).slice(0, 300),
  missing: [],
  doubted: [],
  changed: [],
});

/** Describes a failure for operators. `fetch` uses one message for all connection errors and puts the code into the cause. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return reasonOf(error);
  if (error.name === 'TimeoutError') return 'the source did not answer in time';
  if (error.cause instanceof Error) return `the connection to the source failed: ${reasonOf(error.cause)}`;
  return reasonOf(error);
}

async function readSource({ url, clock, timeoutMs = 15_000 }: SourceParts, stopping: AbortSignal): Promise<DailyRates> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
  const daily = readDailyRates(await fetchText(url, { ...source, signal }));
  if (isToCome(daily.day, clock.now())) throw new Error(`the list is of a day to come: ${daily.day}`);
  return daily;
}

async function takeList({ pool, clock }: SourceParts, daily: DailyRates): Promise<Answer> {
  const now = clock.now();
  const { day } = daily;
  const answer = await inTransaction(pool, async (database) => {
    await database.query(lock);
    const [rates, doubts] = [await readRates(database), await readDoubts(database)];
    const { outcome, taken, doubted, sound, missing, changed } = judgeList(daily, { rates, doubts, now });
    await insertRates(database, { day, source: 'bank', perUsd: taken });
    await storeDoubts(database, { day: dayOfDoubt(day, now), perUsd: doubted, seenAt: now });
    await endDoubts(database, { day, currencies: sound, at: now });
    const found: Answer = { outcome, day, reason: '', missing, doubted: doubted.map(([code]) => code), changed };
    await recordAnswer(database, found, now);
    return found;
  });
  if (answer.doubted.length > 0)
    log.warn('rates too far from the last ones are not taken', { day, currencies: answer.doubted.join(' ') });
  return answer;
}

/** Returns the day of the list, but at most today, so that a rate that operators set today answers the doubt. */
function dayOfDoubt(day: string, now: number): string {
  const today = new Date(now).toISOString().slice(0, 10);
  return day < today ? day : today;
}
