// Failures of the app in browsers: counted by message and place in the metrics, and kept nowhere else.
import { reportFailure } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { bind } from '../kit/feature.ts';
import { product } from '../kit/product.ts';
import { countFailures } from './count-failures.ts';

export const failures = product({
  name: 'failures',
  calls: [
    {
      title: 'Failures',
      text: 'What fails in browsers, without anything about whoever it happened to.',
      anyone: [reportFailure],
    },
  ],
  web: ({ clock }: { clock: Clock }) => {
    const count = countFailures(clock);
    return { calls: [bind(reportFailure, async (failure) => (count(failure), {}))] };
  },
});
