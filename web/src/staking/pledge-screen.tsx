// One pledge: how far it has come, what it pays day by day, and the way out before its end with what that costs.
import { changePledgeRenewal, getPledgeOrder, parseWireId } from '@candor/wire';
import type { PledgeOrder } from '@candor/wire';
import { Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useSend } from '../data/use-send.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { useParams } from '../ui/address.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Meter } from '../ui/meter.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Switch } from '../ui/switch.tsx';
import { Heading } from '../ui/text.tsx';
import { CloseEarly } from './close-early.tsx';
import { IncomeSchedule } from './income-schedule.tsx';
import { pledgeChanges } from './pledge-list.ts';

export function Screen(): ReactNode {
  const t = useT();
  const { id = '' } = useParams();
  const isId = parseWireId('pledge', id) !== undefined;
  return (
    <Page title={t('staking.order')} back="/myPledge">
      {isId ? <OnePledge id={id} /> : <EmptyState icon={Coins} title={t('refusals.not-found')} />}
    </Page>
  );
}

function OnePledge({ id }: { id: string }): ReactNode {
  const t = useT();
  const accountId = useUser()?.account_id ?? '';
  const question = { account_id: accountId, pledge_order_id: id };
  const read = useRead(getPledgeOrder, question, { isEnabled: accountId !== '' });
  return (
    <Loaded read={read}>
      {({ RESULT_LIST: [pledge] }) =>
        pledge && (
          <div className="flex flex-col gap-4">
            <PledgeFacts pledge={pledge} />
            {pledge.outcome === null && <Choices pledge={pledge} />}
            <section>
              <Heading>{t('staking.schedule')}</Heading>
              <IncomeSchedule pledge={pledge} />
            </section>
          </div>
        )
      }
    </Loaded>
  );
}

function PledgeFacts({ pledge }: { pledge: PledgeOrder }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const money = (amount: string): ReactNode => (
    <Money amount={amount} coin="USDT" precision="short" hasCoin size="small" />
  );
  return (
    <Card className="mt-2 flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <Money amount={pledge.amount} coin="USDT" precision="short" hasCoin size="title" weight="strong" />
        <Badge>
          {t(
            pledge.outcome === null
              ? 'staking.running'
              : pledge.outcome === 'closed'
                ? 'staking.stateClosed'
                : 'staking.complete',
          )}
        </Badge>
      </div>
      <Meter
        label={t('staking.dayOf', { day: formats.whole(pledge.days_posted), days: formats.whole(pledge.days) })}
        parts={[
          { name: t('staking.isPaid'), size: pledge.days_posted, value: <Days count={pledge.days_posted} /> },
          {
            name: t('staking.isComing'),
            size: pledge.outcome === null ? pledge.days - pledge.days_posted : 0,
            value: <Days count={pledge.outcome === null ? pledge.days - pledge.days_posted : 0} />,
          },
        ]}
      />
      <Facts>
        <Fact
          label={t('staking.paid')}
          note={t('staking.dayOf', { day: formats.whole(pledge.days_posted), days: formats.whole(pledge.days) })}
        >
          {money(pledge.posted)}
        </Fact>
        {pledge.next_at !== null && (
          <Fact label={t('staking.nextIncome')} note={<bdi>{formats.dateTime(pledge.next_at)}</bdi>}>
            {money(pledge.next_amount ?? '0')}
          </Fact>
        )}
        {pledge.forfeited !== null && pledge.outcome === 'closed' && (
          <Fact label={t('staking.closeLost')}>{money(pledge.forfeited)}</Fact>
        )}
        <Fact label={t('staking.total')}>{money(pledge.income)}</Fact>
        <Fact label={t('staking.started')}>
          <bdi>{formats.dateTime(pledge.started_at)}</bdi>
        </Fact>
        <Fact label={t('staking.ends')}>
          <bdi>{formats.dateTime(pledge.ended_at ?? pledge.ends_at)}</bdi>
        </Fact>
      </Facts>
    </Card>
  );
}

const Days = ({ count }: { count: number }): ReactNode => useFormats().length(count, 'day');

function Choices({ pledge }: { pledge: PledgeOrder }): ReactNode {
  const t = useT();
  const renewal = useSend(changePledgeRenewal, { changes: pledgeChanges });
  const { account_id, pledge_order_id } = pledge;
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label={t('staking.autoRenew')}
        note={t('staking.autoRenewNote')}
        isOn={pledge.auto_renew}
        isDisabled={renewal.isSending}
        onChange={(auto_renew) => void renewal.send({ account_id, pledge_order_id, auto_renew })}
      />
      <CloseEarly pledge={pledge} />
    </div>
  );
}
