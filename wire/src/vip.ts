// VIP levels on the wire: what trading cost in 30 days, and what each level asks for.
import { z } from 'zod';
import { accountId, defineAction, instant } from './endpoint.ts';

export const vipDays = 30;

/** USDT. */
const level = z.object({ level: z.number().int(), cost: z.string() });

const vipStanding = level.extend({
  /** Null before the first time. */
  counted_at: instant.nullable(),
  /** What each asks for, the lowest first. */
  levels: z.array(level),
});
export type VipStanding = z.infer<typeof vipStanding>;

export const queryVipLevel = defineAction({
  name: 'queryVipLevel',
  summary:
    'Your VIP level, and what it follows from: the USDT that your trading cost on average in the 30 days before it was counted, which happens once a day. These are the fees of contracts, half of what a won option pays less than its stake, and the price of tickets less an equal part of all prizes and rebates. Swaps cost nothing and do not count.',
  who: 'self',
  selfIds: ['account_id'],
  payload: z.strictObject({ account_id: accountId }),
  reply: vipStanding,
  refusals: [],
});
