// What somebody should look at now, each with the place where it is dealt with.
import type { AlarmKind, getHealth } from '@candor/wire';
import { Banner } from '@candor/web/ui/banner.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import type { ReactNode } from 'react';
import { Ago } from '../queue/ago.tsx';
import type { DataOf } from '../session/session.ts';
import { useT } from '../text/texts.ts';

type Alarm = DataOf<typeof getHealth>['alarms'][number];

/** Where it is dealt with, if there is such a place. */
const leadsTo: Partial<Record<AlarmKind, string>> = {
  'books-broken': '/money',
  'gains-due': '/money',
  'bankroll-empty': '/money',
  'books-unchecked': '/money',
  'market-halted': '/market',
  'market-degraded': '/market',
  'commands-set-aside': '/set-aside',
};

export function Alarms({ alarms }: { alarms: readonly Alarm[] }): ReactNode {
  const t = useT();
  if (alarms.length === 0) return <Banner tone="good" title={t('overview.noAlarm')} />;
  return alarms.map(({ kind, is_grave: isGrave, about, since }) => {
    const to = leadsTo[kind];
    return (
      <Banner
        key={`${kind}${about}`}
        tone={isGrave ? 'danger' : 'warn'}
        title={t(`overview.alarm_${kind}`)}
        action={
          to !== undefined && (
            <TextLink to={to} size="small">
              {t('overview.look')}
            </TextLink>
          )
        }
      >
        {about} {since !== null && <Ago at={since} />}
      </Banner>
    );
  });
}
