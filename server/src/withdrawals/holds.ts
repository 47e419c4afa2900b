// Until when nothing may leave an account after what protects it was changed. Pure.
import { holdMs, type HoldReason } from '@candor/wire';
import { holdMsOf } from './terms.ts';

export interface Hold {
  reason: HoldReason;
  endsAt: number;
}

/** The last of them; in the demo each lasts as long as holds do there. Undefined without any. */
export function heldUntil(holds: readonly Hold[], mode: 'demo' | 'production'): number | undefined {
  if (holds.length === 0) return undefined;
  return Math.max(...holds.map(({ endsAt }) => endsAt - holdMs + holdMsOf(mode)));
}
