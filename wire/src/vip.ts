// VIP levels on the wire: what was traded in 30 days, and what each level asks for.
import { z } from 'zod';
import { accountId, defineAction, instant } from './endpoint.ts';

export const vipDays = 30;

const level = z.object({ level: z.number().int(), volume: z.string() });

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
    'Your VIP level, and what it follows from: the USDT value that you traded in the 30 days before it was counted, which happens once a day.',
  who: 'self',
  selfIds: ['account_id'],
  payload: z.strictObject({ account_id: accountId }),
  reply: vipStanding,
  refusals: [],
});
