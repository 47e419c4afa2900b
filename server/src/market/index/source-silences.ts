// When the sources of a coin gave no price: what tells a gap in its ticks that is theirs from one that is the platform's own.
import type { CoinCode } from '@candor/wire';

export interface SourceSilences {
  /** Whether there was a price when one was looked for. */
  note: (coin: CoinCode, now: number, hasPrice: boolean) => void;
  /** How much of a span they are known to have been silent, ms. While nobody looked, as when the process stood still, they are not. */
  silentMs: (coin: CoinCode, span: { fromMs: number; toMs: number }) => number;
}

interface Silence {
  fromMs: number;
  toMs: number;
}

const rememberedMs = 10 * 60_000;
const rememberedMax = 1_000;

export function createSourceSilences(): SourceSilences {
  const silences = new Map<CoinCode, Silence[]>();
  const silentNow = new Set<CoinCode>();

  return {
    note(coin, now, hasPrice) {
      if (hasPrice) return void silentNow.delete(coin);
      const known = silences.get(coin) ?? [];
      const last = known.at(-1);
      if (last && silentNow.has(coin)) {
        last.toMs = now;
        return;
      }
      silentNow.add(coin);
      const kept = known.filter(({ toMs }) => toMs >= now - rememberedMs).slice(1 - rememberedMax);
      silences.set(coin, [...kept, { fromMs: now, toMs: now }]);
    },
    silentMs: (coin, span) =>
      (silences.get(coin) ?? []).reduce((sum, silence) => {
        const ms = Math.min(silence.toMs, span.toMs) - Math.max(silence.fromMs, span.fromMs);
        return sum + Math.max(0, ms);
      }, 0),
  };
}
