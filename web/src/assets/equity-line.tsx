// What everything was worth on each of the last days, by the person's own clock, up to now.
import { equityDaysMax, formatAmount, queryEquityHistory } from '@candor/wire';
import type { Wad } from '@candor/wire';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { Sparkline } from '../ui/sparkline.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Text } from '../ui/text.tsx';
import { knownDays } from './equity-days.ts';

/** What is past does not change. */
const freshMs = 60 * 60_000;

/** Nothing for who has only begun. `equity`: what one has now, USDT. */
export function EquityLine({ equity }: { equity: Wad }): ReactNode {
  const t = useT();
  const userId = useUser()?.account_id;
  const until = new Date(new Date(serverNow()).setHours(0, 0, 0, 0)).toISOString();
  const question = { user_id: userId ?? '', until, days: equityDaysMax };
  const { data, error } = useRead(queryEquityHistory, question, { isEnabled: userId !== undefined, freshMs });
  if (data === undefined) return error === null && <Skeleton className="mt-3 h-18 w-full" />;
  const days = knownDays(data.days);
  if (days.length === 0) return null;
  const label = t('assets.days', { count: days.length });
  return (
    <div className="mt-3 flex flex-col gap-1">
      <Sparkline prices={[...days, formatAmount(equity)]} label={label} className="h-14 w-full" />
      <Text size="tiny" tone="faint">
        {label}
      </Text>
    </div>
  );
}
