import { Badge } from '@candor/web/ui/badge.tsx';
import type { BadgeTone } from '@candor/web/ui/badge.tsx';
import type { marketStates, SourceStanding } from '@candor/wire';
import type { ReactNode } from 'react';
import type { TextKey } from '../text/keys.ts';
import { useT } from '../text/texts.ts';

type State = (typeof marketStates)[number];
const tones: Record<State, BadgeTone> = { live: 'good', degraded: 'warn', halted: 'danger' };
const names: Record<State, TextKey> = { live: 'market.live', degraded: 'market.degraded', halted: 'market.halted' };

export function StateOfMarket({ state }: { state: State }): ReactNode {
  const t = useT();
  return <Badge tone={tones[state]}>{t(names[state])}</Badge>;
}

export const standingNames: Record<SourceStanding, TextKey> = {
  in: 'market.in',
  silent: 'market.silent',
  clock: 'market.clock',
  frozen: 'market.frozen',
  unconverted: 'market.unconverted',
  outlier: 'market.outlier',
  disputed: 'market.disputed',
};
