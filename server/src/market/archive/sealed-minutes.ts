// Minutes of the archive that were read lately, unpacked: they never change, and to unpack one is to hash each of its ticks.
import type { CoinCode } from '@candor/wire';
import type { Pool } from '../../kit/postgres.ts';
import type { Tick } from '../market.ts';
import { sealedTicksOf, sealedTicksUpTo } from '../store.ts';

/** Of all minutes kept; a tick takes some 300 bytes. */
const ticksKept = 60_000;
const minuteMs = 60_000;

export interface SealedMinutes {
  /** The ticks of the sealed minute that holds a sequence; undefined when it is not sealed. */
  ofSequence(coin: CoinCode, sequence: number): Promise<readonly Tick[] | undefined>;
  /** The ticks of the last sealed minute that began at or before an instant. */
  upTo(coin: CoinCode, atMs: number): Promise<readonly Tick[] | undefined>;
}

export function createSealedMinutes(pool: Pool, kept = ticksKept): SealedMinutes {
  /** The one used last is the last one. */
  const minutes = new Set<readonly Tick[]>();
  let tickCount = 0;

  function recall(isWanted: (first: Tick, last: Tick) => boolean): readonly Tick[] | undefined {
    for (const ticks of minutes) {
      if (!isWanted(ticks[0]!, ticks.at(-1)!)) continue;
      minutes.delete(ticks);
      minutes.add(ticks);
      return ticks;
    }
    return undefined;
  }

  function keep(ticks: readonly Tick[] | undefined): readonly Tick[] | undefined {
    if (ticks === undefined) return undefined;
    // Two may have asked for it at once.
    const { coin, sequence } = ticks[0]!;
    const known = recall((first) => first.coin === coin && first.sequence === sequence);
    if (known) return known;
    minutes.add(ticks);
    tickCount += ticks.length;
    for (const oldest of minutes) {
      if (tickCount <= kept) break;
      minutes.delete(oldest);
      tickCount -= oldest.length;
    }
    return ticks;
  }

  return {
    async ofSequence(coin, sequence) {
      const holds = (first: Tick, last: Tick): boolean =>
        first.coin === coin && first.sequence <= sequence && last.sequence >= sequence;
      return recall(holds) ?? keep(await sealedTicksOf(pool, coin, sequence));
    },
    async upTo(coin, atMs) {
      const minute = Math.floor(atMs / minuteMs);
      const isIt = (first: Tick): boolean => first.coin === coin && Math.floor(first.publishedAt / minuteMs) === minute;
      return recall(isIt) ?? keep(await sealedTicksUpTo(pool, coin, atMs));
    },
  };
}
