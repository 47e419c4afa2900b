// Who has a case at the moment.
import { Banner } from '@candor/web/ui/banner.tsx';
import type { ReactNode } from 'react';
import { useNow } from '../session/now.ts';
import { useMe } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { holderOf, type Claim } from './claims.ts';

/** As a cell of a list. */
export function Holder({ claim }: { claim: Claim | null }): ReactNode {
  const now = useNow();
  return claim && holderOf(claim, now);
}

/** Why nothing can be decided on it, while somebody else has claimed it. */
export function HeldByOther({ claim }: { claim: Claim | null }): ReactNode {
  const [t, formats, me, now] = [useT(), useFormats(), useMe(), useNow()];
  const name = claim && holderOf(claim, now);
  if (name === null || name === me.name) return null;
  const until = claim?.claimed_until;
  return (
    <Banner tone="info">
      {until ? t('queue.heldUntil', { name, time: formats.dateTime(until, 'seconds') }) : t('queue.held', { name })}
    </Banner>
  );
}
