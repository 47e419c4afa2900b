// The owner's money for what the house promises, in and out again.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { amountText, text } from './endpoint.ts';
import { fundedBuckets } from './house-buckets.ts';

const proposers = ['treasurer'] as const;
const approvers = ['risk', 'administrator'] as const;
const lifeMs = 7 * 24 * 3_600_000;
/** Of the bank or of the owner's decision, e.g. the number of a transfer. */
const body = z.strictObject({
  coin: text(1, 10),
  amount: amountText,
  reference: text(1, 200),
  /** What it is for: the bankroll unless given. */
  bucket: z.enum(fundedBuckets).optional(),
  /** Real money unless given. bonus: what experience accounts are opened and paid from; it never meets a bank or a chain. */
  book: z.enum(['real', 'bonus']).optional(),
});
const movingFacts = ['bankroll', 'paid_in', 'held'] as const;
const refusals = ['unknown-coin', 'amount-malformed', 'too-many-decimals', 'bucket-real-only'] as const;

export const houseMoneyIn = defineAct({
  kind: 'house-money-in',
  summary: 'The owner pays into the bankroll, out of which customers’ gains are promised.',
  body,
  proposers,
  approvers,
  lifeMs,
  movingFacts,
  refusals,
});

export const houseMoneyOut = defineAct({
  kind: 'house-money-out',
  summary: 'The owner takes out of the bankroll what is promised to nobody.',
  body,
  proposers,
  approvers,
  lifeMs,
  movingFacts,
  refusals: [...refusals, 'house-short'],
});
