// All corrections of candles, of one coin or of all: read once, and kept up by what is pushed.
import { getCorrections } from '@candor/wire';
import type { CandleCorrection, CoinCode } from '@candor/wire';
import { useQuery } from '@tanstack/react-query';
import { answerOf, readKey } from '../data/use-read.ts';
import type { Reading, RefusedError } from '../data/use-read.ts';

/** In their order, the earliest first. */
export function useCorrections(coin?: CoinCode): Reading<readonly CandleCorrection[]> {
  const which = coin === undefined ? {} : { coin };
  return useQuery<readonly CandleCorrection[], RefusedError>({
    queryKey: readKey(getCorrections, which),
    queryFn: ({ signal }) => readAll(which, signal),
    staleTime: Infinity,
  });
}

async function readAll(which: { coin?: CoinCode }, signal: AbortSignal): Promise<CandleCorrection[]> {
  const all: CandleCorrection[] = [];
  for (let after: number | undefined = 0; after !== undefined;) {
    const page: { corrections: CandleCorrection[]; next_after?: number | undefined } = await answerOf(
      getCorrections,
      { ...which, after },
      { signal },
    );
    all.push(...page.corrections);
    // An answer that does not lead on would be asked for ever.
    after = page.next_after !== undefined && page.next_after > after ? page.next_after : undefined;
  }
  return all;
}
