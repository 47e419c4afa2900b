import { haltCoin, mayPropose, reopenCoin } from '@candor/wire';
import type { getMarketDesk } from '@candor/wire';
import { Button } from '@candor/web/ui/button.tsx';
import type { ReactNode } from 'react';
import { useMe } from '../session/session.ts';
import type { DataOf } from '../session/session.ts';
import { useT } from '../text/texts.ts';

type Coin = DataOf<typeof getMarketDesk>['coins'][number];

/** Leads to the proposal of a halt, or of its end. */
export function HaltButton({ coin: { coin, halt } }: { coin: Pick<Coin, 'coin' | 'halt'> }): ReactNode {
  const t = useT();
  const me = useMe();
  if (!mayPropose(halt === null ? haltCoin : reopenCoin, me)) return null;
  return (
    <Button look="quiet" isSmall to={`/acts/new?kind=${halt === null ? 'halt-coin' : 'reopen-coin'}&coin=${coin}`}>
      {t(halt === null ? 'market.haltDo' : 'market.reopenDo')}
    </Button>
  );
}
