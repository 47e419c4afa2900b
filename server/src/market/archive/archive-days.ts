// The archive by day: all sealed minutes of a coin's day as they are stored, a line each, read a little at a time.
import { Readable } from 'node:stream';
import { coinOfCode, getArchiveDay } from '@candor/wire';
import type { ArchiveMinute, CoinCode } from '@candor/wire';
import { systemClock, systemTimers, type Clock, type Timers } from '../../kit/clock.ts';
import { bindDownload } from '../../kit/download.ts';
import type { BoundCall } from '../../kit/feature.ts';
import type { Pool } from '../../kit/postgres.ts';
import { refuse } from '../../kit/refuse.ts';
import { newestMinuteBetween, packedMinutes } from './archive-day-store.ts';

const dayMs = 86_400_000;
const minutesARead = 20;
const standardTiming = {
  /** Between two reads, so that a download takes a small part of a core. */
  pauseMs: 50,
  /** Who takes nothing for so long is let go. */
  stallMs: 20_000,
};
/** More at once wait outside: each costs reads of the database, and nobody is in a hurry. */
const downloadsAtOnce = 2;
/**
 * Who had this long and is slower gives way to somebody who waits outside: else two who hardly read would keep everybody else out. At this
 * pace a day takes the minute that an answer may take at most; slower lines read the archive in pages.
 */
const slow = { afterMs: 10_000, minutesASecond: 24 };

export interface ArchiveDaysOptions {
  pool: Pool;
  timing?: Partial<typeof standardTiming>;
  /** Who is let go by them. */
  timers?: Timers;
  clock?: Clock;
}

interface Download {
  address: string;
  startedAt: number;
  /** Of the day, that were read. */
  minutes: number;
}

const paceOf = ({ startedAt, minutes }: Download, now: number): number => (minutes * 1_000) / (now - startedAt);

const isSlow = (download: Download, now: number): boolean =>
  now - download.startedAt >= slow.afterMs && paceOf(download, now) < slow.minutesASecond;

/** Two downloads at once, and one of each address. */
export function archiveDayCalls(options: ArchiveDaysOptions): BoundCall[] {
  const { pool, timers = systemTimers, clock = systemClock } = options;
  const timing = { ...standardTiming, ...options.timing };
  const underWay = new Map<Readable, Download>();

  /** Refuses with `busy` where nobody gives way. */
  function makeRoom(address: string): void {
    if ([...underWay.values()].some((other) => other.address === address)) refuse('busy');
    if (underWay.size < downloadsAtOnce) return;
    const now = clock.now();
    const slowOnes = [...underWay].filter(([, download]) => isSlow(download, now));
    const [slowest] = slowOnes.toSorted(([, one], [, other]) => paceOf(one, now) - paceOf(other, now))[0] ?? refuse('busy'); // oxfmt-ignore
    underWay.delete(slowest);
    slowest.destroy();
  }

  function open(span: MinuteSpan, address: string): Readable {
    makeRoom(address);
    const download: Download = { address, startedAt: clock.now(), minutes: 0 };
    let endDeadline = (): void => {};
    const onRead = (minutes: number): void => {
      download.minutes += minutes;
      endDeadline();
      endDeadline = timers.after(timing.stallMs, () => stream.destroy());
    };
    const stream = Readable.from(linesOf(pool, { ...span, pauseMs: timing.pauseMs, onRead }), {
      objectMode: true,
      highWaterMark: 1,
    });
    underWay.set(stream, download);
    onRead(0);
    stream.once('close', () => {
      endDeadline();
      underWay.delete(stream);
    });
    return stream;
  }

  return [
    bindDownload(getArchiveDay, async ({ coin: code, day }, { ip }) => {
      const coin = coinOfCode(code)?.code;
      if (!coin) return refuse('unknown-coin');
      const fromMs = Date.parse(`${day}T00:00:00.000Z`);
      // A date that the calendar does not have, the 30th of February, is read as another one or as none.
      if (Number.isNaN(fromMs) || new Date(fromMs).toISOString().slice(0, 10) !== day) {
        return refuse('malformed', { field: 'day' });
      }
      const newest = await newestMinuteBetween(pool, { coin, fromMs, toMs: fromMs + dayMs });
      if (!newest) return refuse('not-found');
      return {
        fileName: `candor-${coin}-${day}.ndjson`,
        contentType: 'application/x-ndjson; charset=utf-8',
        // The head of the chain stands for all ticks before it.
        tag: newest.hash,
        isFinal: newest.isFollowed,
        open: () => open({ coin, fromMs, lastMs: newest.minuteMs }, ip),
      };
    }),
  ];
}

interface MinuteSpan {
  coin: CoinCode;
  fromMs: number;
  /** The last minute that belongs to it. */
  lastMs: number;
}

async function* linesOf(
  pool: Pool,
  { coin, fromMs, lastMs, pauseMs, onRead }: MinuteSpan & { pauseMs: number; onRead: (minutes: number) => void },
): AsyncGenerator<string> {
  for (let nextMs = fromMs; nextMs <= lastMs;) {
    const minutes = await packedMinutes(pool, { coin, fromMs: nextMs, toMs: lastMs, limit: minutesARead });
    const last = minutes.at(-1);
    if (!last) return;
    yield minutes.map((minute) => `${JSON.stringify(minute satisfies ArchiveMinute)}\n`).join('');
    onRead(minutes.length);
    nextMs = last.minute_ms + 60_000;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
