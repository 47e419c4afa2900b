// A correction of a candle as it is pushed: every list of corrections that was read takes it up.
import { getCorrections } from '@candor/wire';
import type { CandleCorrection } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';
import { refetch } from '../data/refetch.ts';
import { queryClient, readKey } from '../data/use-read.ts';
import { withCorrection } from './correction-rules.ts';

export const events = [
  eventRule('layer', {
    apply(layer) {
      for (const { coin_code: _, ...correction } of Object.values(layer)) addCorrection(correction);
    },
    // Read again after a lost connection alone: each event brings all that has changed.
    catchUp: async () => refetch(getCorrections),
  }),
];

function addCorrection(correction: CandleCorrection): void {
  const known = queryClient.getQueriesData<readonly CandleCorrection[]>({ queryKey: readKey(getCorrections) });
  for (const [key, list] of known) {
    if (!list) continue;
    const next = withCorrection(list, correction, (key[1] as { coin?: string }).coin);
    if (next) queryClient.setQueryData(key, next);
    else queryClient.invalidateQueries({ queryKey: key }).catch(() => undefined);
  }
}
