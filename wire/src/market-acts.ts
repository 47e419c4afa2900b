// What operators do about the market, two of them each time: public from the moment it is done.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { correctionReasons } from './corrections.ts';
import { text, wholeNumber } from './endpoint.ts';

const proposers = ['risk', 'treasurer', 'administrator'] as const;
const approvers = ['risk', 'administrator'] as const;
const lifeMs = 24 * 3_600_000;

export const haltCoin = defineAct({
  kind: 'halt-coin',
  summary: 'No new order of this coin is taken; what is open goes on. The reason is public.',
  body: z.strictObject({ coin: text(1, 10), reason: text(1, 500) }),
  proposers,
  approvers,
  lifeMs,
  refusals: ['unknown-coin', 'halted-already'],
});

export const reopenCoin = defineAct({
  kind: 'reopen-coin',
  summary: 'Orders of a halted coin are taken again.',
  body: z.strictObject({ coin: text(1, 10) }),
  proposers,
  approvers,
  lifeMs,
  refusals: ['unknown-coin', 'not-halted'],
});

export const correctCandle = defineAct({
  kind: 'correct-candle',
  summary:
    'A minute whose candle is not what its ticks make; what it becomes follows from the archive. The note is public.',
  body: z.strictObject({
    coin: text(1, 10),
    minute_ms: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    reason: z.enum(correctionReasons),
    note: text(1, 500),
  }),
  proposers: ['risk', 'editor'],
  approvers,
  lifeMs,
  refusals: ['unknown-coin', 'nothing-to-correct'],
});
