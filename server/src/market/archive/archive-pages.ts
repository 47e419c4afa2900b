// Pages of the tick archive: few are made at once, and one that can't change any more is made once for all who ask.
import { LRUCache } from 'lru-cache';
import { coinCodes, ticksPageMax } from '@candor/wire';
import type { CoinCode, SealedMinute, TickRun } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import { createGate } from '../../kit/gate.ts';
import type { Pool } from '../../kit/postgres.ts';
import type { RawJson } from '../../kit/raw-json.ts';
import { refuse } from '../../kit/refuse.ts';
import type { Market } from '../market.ts';
import { minutesBetween, newestMinute } from '../store.ts';
import type { MinuteHead } from '../store.ts';

export interface ArchivePages {
  /** The ticks after a sequence, up to `last` where it is given. */
  bySequence(coin: CoinCode, span: { after: number; last: number | undefined }): Promise<RawJson>;
  /** The ticks of a time, with the sealed minutes that it touches. */
  byTime(coin: CoinCode, span: { fromMs: number; toMs: number }): Promise<RawJson>;
}

type Page = TickRun & { minutes?: SealedMinute[]; next_after?: number };

const pagesKept = 64;
const atOnce = { atOnce: 2, waitingMax: 32, waitMaxMs: 5_000 };
const sealedTrustMs = 1_000;

export function createArchivePages(options: { market: Market; pool: Pool; clock: Clock }): ArchivePages {
  const { market, pool, clock } = options;
  const inTurn = createGate(atOnce);
  const kept = new LRUCache<string, RawJson>({ max: pagesKept });
  const newestSealed = createNewestSealed(pool, clock);

  const underWay = new Map<string, Promise<RawJson>>();

  /** `isFinal` is asked before the page is read, so that what it answers holds for all that is read. */
  function page(key: string, isFinal: () => Promise<boolean>, read: () => Promise<Page>): Promise<RawJson> | RawJson {
    const known = kept.get(key) ?? underWay.get(key);
    if (known) return known;
    const made = inTurn(async (): Promise<RawJson> => {
      if (!(await isFinal())) return { rawJson: JSON.stringify(await read()) };
      const final: RawJson = { rawJson: JSON.stringify(await read()), isImmutable: true };
      kept.set(key, final);
      return final;
    }).finally(() => underWay.delete(key));
    underWay.set(key, made);
    return made;
  }

  return {
    async bySequence(coin, { after, last }) {
      const newest = market.lastTick(coin)?.sequence ?? 0;
      // What is not published yet has no hash to start from.
      if (after > newest) return refuse('malformed', { field: 'after' });
      const wanted = Math.max(after, Math.min(last ?? newest, newest));
      const lastOnPage = Math.min(wanted, after + ticksPageMax);
      const hasMore = lastOnPage < wanted;
      const key = `${coin} ${after} ${lastOnPage} ${hasMore}`;
      // Of a page that ends with the newest tick, another one may be asked for with the same words.
      const isWhole = hasMore || lastOnPage === last;
      const isFinal = async (): Promise<boolean> => isWhole && (await newestSealed(coin)).lastSequence >= lastOnPage;
      return page(key, isFinal, async () => {
        const run = await market.tickRun(coin, after, lastOnPage);
        return hasMore ? { ...run, next_after: lastOnPage } : run;
      });
    },

    async byTime(coin, { fromMs, toMs }) {
      const isFinal = async (): Promise<boolean> => (await newestSealed(coin)).endMs > toMs;
      return page(`${coin} from ${fromMs} to ${toMs}`, isFinal, () => readByTime({ market, pool, coin, fromMs, toMs }));
    },
  };
}

interface TimeSpan {
  market: Market;
  pool: Pool;
  coin: CoinCode;
  fromMs: number;
  toMs: number;
}

async function readByTime({ market, pool, coin, fromMs, toMs }: TimeSpan): Promise<Page> {
  const before = await market.lastTickUpTo(coin, fromMs - 1);
  const until = await market.lastTickUpTo(coin, toMs);
  const after = before?.sequence ?? 0;
  const last = Math.max(after, until?.sequence ?? 0);
  const run = await market.tickRun(coin, after, Math.min(last, after + ticksPageMax));
  const lastOnPage = run.ticks.at(-1);
  const minutesTo = lastOnPage && lastOnPage[0] < last ? lastOnPage[3] : toMs;
  const minutes = await minutesBetween(pool, { coin, fromMs, toMs: minutesTo, limit: ticksPageMax });
  return {
    ...run,
    minutes: minutes.map(describeMinute),
    ...(lastOnPage && lastOnPage[0] < last && { next_after: lastOnPage[0] }),
  };
}

interface SealedUpTo {
  lastSequence: number;
  endMs: number;
}

/** How far the archive is sealed; a little old at times, which only makes a page be read again. */
function createNewestSealed(pool: Pool, clock: Clock): (coin: CoinCode) => Promise<SealedUpTo> {
  const known = new Map(coinCodes.map((coin) => [coin, { lastSequence: 0, endMs: 0, readAt: -Infinity }]));
  return async (coin) => {
    const kept = known.get(coin)!;
    const now = clock.now();
    if (Math.abs(now - kept.readAt) < sealedTrustMs) return kept;
    const minute = await newestMinute(pool, coin);
    const read = { lastSequence: minute?.lastSequence ?? 0, endMs: minute ? minute.minuteMs + 60_000 : 0, readAt: now };
    known.set(coin, read);
    return read;
  };
}

const describeMinute = (minute: MinuteHead): SealedMinute => ({
  minute_ms: minute.minuteMs,
  first_sequence: minute.firstSequence,
  last_sequence: minute.lastSequence,
  count: minute.count,
  previous_hash: minute.previousHash,
  hash: minute.hash,
});
