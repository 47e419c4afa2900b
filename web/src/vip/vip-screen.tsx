// The VIP level: what it follows from, and what is missing to the next.
import { queryVipLevel, type VipStanding } from '@candor/wire';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { Heading, Note, Text } from '../ui/text.tsx';
import { nextLevel } from './next-level.ts';

export function Screen(): ReactNode {
  const t = useT();
  const accountId = useUser()?.account_id ?? '';
  const read = useRead(queryVipLevel, { account_id: accountId }, { isEnabled: accountId !== '' });
  return (
    <Page title={t('shell.vipLevel')} back="/personal">
      <Text as="p" tone="secondary" className="pt-4 pb-3">
        {t('vip.intro')}
      </Text>
      <Loaded read={read} skeleton={<SkeletonList rows={4} />}>
        {(standing) => (
          <div className="flex flex-col gap-4 pb-4">
            <Standing {...standing} />
            <Levels {...standing} />
            <Counted />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

const usdt = (amount: string): ReactNode => (
  <Money amount={amount} coin="USDT" precision="short" hasCoin size="small" />
);

function Standing(standing: VipStanding): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const next = nextLevel(standing);
  const { level, cost, counted_at } = standing;
  return (
    <Card className="flex flex-col gap-3">
      <Text size="title" weight="strong">
        {t('vip.level', { level })}
      </Text>
      <Facts>
        <Fact label={t('vip.cost')}>{usdt(cost)}</Fact>
        {next?.missing !== undefined && (
          <Fact label={t('vip.missing', { level: next.level })}>{usdt(next.missing)}</Fact>
        )}
      </Facts>
      {!next && <Text tone="secondary">{t('vip.highest')}</Text>}
      <Note>
        {counted_at === null ? t('vip.notCounted') : t('vip.counted', { time: formats.dateTime(counted_at) })}
      </Note>
    </Card>
  );
}

/** What of trading costs something, in the words of each product. */
function Counted(): ReactNode {
  const t = useT();
  return (
    <section>
      <Heading>{t('vip.counts')}</Heading>
      <Card className="flex flex-col gap-3">
        <Facts>
          <Fact label={t('shell.menuCfd')}>{t('vip.ofContracts')}</Fact>
          <Fact label={t('shell.menuSeconds')}>{t('vip.ofOptions')}</Fact>
          <Fact label={t('shell.menuShop')}>{t('vip.ofTickets')}</Fact>
        </Facts>
        <Note>{t('vip.ofNothing')}</Note>
      </Card>
    </section>
  );
}

function Levels({ level: reached, levels }: VipStanding): ReactNode {
  const t = useT();
  return (
    <section>
      <Heading>{t('vip.levels')}</Heading>
      <Card>
        <Table
          label={t('vip.levels')}
          rows={levels}
          keyOf={({ level }) => String(level)}
          columns={[
            { key: 'level', label: '', cell: ({ level }) => t('vip.level', { level }) },
            { key: 'cost', label: t('vip.cost'), cell: ({ cost }) => usdt(cost), isFigure: true },
            {
              key: 'state',
              label: t('vip.state'),
              cell: ({ level }) => t(level <= reached ? 'vip.reached' : 'vip.notReached'),
              isFigure: true,
            },
          ]}
        />
      </Card>
    </section>
  );
}
