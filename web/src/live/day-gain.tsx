// What today has brought, by the person's own clock: what one has now, less what one had when the day began and what was paid in since.
import { add, formatAmount, queryOpeningEquity, subtract, wad } from '@candor/wire';
import type { Wad } from '@candor/wire';
import { clsx } from 'clsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { useBalances } from '../data/use-balances.ts';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { Translated } from '../text/translated.tsx';
import { Change, changeOf } from '../ui/change.tsx';
import { Gain } from '../ui/gain.tsx';
import { Text } from '../ui/text.tsx';

const freshMs = 10 * 60_000;

/** Nothing while it is not known. `equity`: what one has now, USDT. */
export function DayGain({ equity, className }: { equity: Wad; className?: string }): ReactNode {
  const userId = useUser()?.account_id;
  const at = new Date(new Date(serverNow()).setHours(0, 0, 0, 0)).toISOString();
  const question = { user_id: userId ?? '', at };
  const opening = useRead(queryOpeningEquity, question, { isEnabled: userId !== undefined, freshMs });
  const isNews = useNews(useBalances().data, opening.data?.now);
  const { equity: before, transferred } = opening.data ?? {};
  if (typeof before !== 'string' || typeof transferred !== 'string') return null;
  const base = add(wad(before), wad(transferred));
  const gain = (
    <>
      <Gain amount={subtract(equity, base)} precision="cents" isPrivate size="small" weight="medium" />{' '}
      {base > 0n && <Change share={changeOf(formatAmount(base), formatAmount(equity))} />}
    </>
  );
  return (
    <Text
      size="small"
      tone="secondary"
      className={clsx('flex flex-wrap items-baseline gap-x-1.5', isNews && 'invisible', className)}
    >
      <Translated id="ui.today" values={{ gain }} />
    </Text>
  );
}

/** Whether balances have changed since the answer: what was paid in is among them before another answer says so. */
function useNews(balances: unknown, answeredAt: string | undefined): boolean {
  const [known, setKnown] = useState({ balances, answeredAt });
  if (known.answeredAt !== answeredAt) setKnown({ balances, answeredAt });
  return known.balances !== balances;
}
