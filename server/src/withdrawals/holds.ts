// Until when nothing may leave an account after what protects it was changed. Pure.
import { holdMs, type HoldReason } from '@candor/wire';
import { holdMsOf } from './terms.ts';

export interface Hold {
  reason: HoldReason;
  endsAt: number;
}

/** When one ends that was begun to end then: in the demo each lasts as long as holds do there. */
export const endOfHold = (endsAt: number, mode: 'demo' | 'production'): number => endsAt - holdMs + holdMsOf(mode);
