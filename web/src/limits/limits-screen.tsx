// Limits for oneself: what was lost so far, what may be lost at most, and breaks from trading.
import { queryPersonalLimits, type PersonalLimits } from '@candor/wire';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Card } from '../ui/card.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { Heading, Text } from '../ui/text.tsx';
import { ExcludeForm } from './exclude-form.tsx';
import { LimitsForm } from './limits-form.tsx';
import { typedOf } from './limit-rules.ts';
import { TakeBreak } from './take-break.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const accountId = useUser()?.account_id ?? '';
  const read = useRead(queryPersonalLimits, { account_id: accountId }, { isEnabled: accountId !== '', freshMs: 0 });
  return (
    <Page title={t('shell.limits')} back="/security">
      <Text as="p" tone="secondary" className="pt-4 pb-3">
        {t('limits.intro')}
      </Text>
      <Loaded read={read} skeleton={<SkeletonList rows={6} />}>
        {(found) => (
          <div className="flex flex-col gap-4 pb-4">
            <Standing {...found} />
            {found.counted && <Counted counted={found.counted} limits={found.limits} />}
            <LimitsForm key={Object.values(typedOf(found)).join('/')} found={found} accountId={accountId} />
            <TakeBreak accountId={accountId} />
            <ExcludeForm accountId={accountId} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Standing({ pause, next }: PersonalLimits): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <>
      {pause && (
        <Banner tone="warn" title={t('limits.pausedTitle')}>
          {t('limits.pausedText', { time: formats.dateTime(pause.ends_at) })}
        </Banner>
      )}
      {next && (
        <Banner tone="info" title={t('limits.nextTitle')}>
          {t('limits.nextText', { when: formats.relative(next.at, serverNow()), time: formats.dateTime(next.at) })}
        </Banner>
      )}
    </>
  );
}

type Figures = NonNullable<PersonalLimits['counted']>;

function Counted({ counted, limits }: { counted: Figures; limits: PersonalLimits['limits'] }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const money = (amount: string): ReactNode => (
    <Money amount={amount} coin="USDT" precision="short" hasCoin size="small" />
  );
  return (
    <Card>
      <Heading>{t('limits.counted')}</Heading>
      <Facts>
        {(['day', 'week', 'month'] as const).map((period) => (
          <Fact
            key={period}
            label={t(`limits.lost_${period}`)}
            note={t('limits.resets', { when: formats.relative(counted.ends_at[period], serverNow()) })}
          >
            <span className="flex flex-col items-end">
              {money(counted.lost[period])}
              <Text size="small" tone="secondary">
                <LimitOf limit={limits[`loss_${period}`]} />
              </Text>
            </span>
          </Fact>
        ))}
        <Fact label={t('limits.atRisk')} note={t('limits.atRiskNote')}>
          {money(counted.at_risk)}
        </Fact>
      </Facts>
    </Card>
  );
}

function LimitOf({ limit }: { limit: string | null }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return limit === null
    ? t('limits.noLimit')
    : t('limits.ofLimit', { limit: formats.decimal(limit, { min: 0, max: 4 }) });
}
