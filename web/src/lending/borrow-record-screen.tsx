// One application or what became of it: what is owed, when, what ends it in each month, and the way to pay back.
import { borrowStates, parseWireId, queryBorrowList, wad } from '@candor/wire';
import type { BorrowRecord } from '@candor/wire';
import { HandCoins } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { useParams } from '../ui/address.ts';
import { Card } from '../ui/card.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { Schedule } from '../ui/schedule.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Heading, Note } from '../ui/text.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { endsByMonth } from './borrow-rules.ts';
import { PayBack } from './pay-back.tsx';
import { StateBadge } from './state-badge.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const { id = '' } = useParams();
  const isId = parseWireId('loan', id) !== undefined;
  return (
    <Page title={t('lending.record')} back="/borrowhistory">
      {isId ? <OneRecord id={id} /> : <EmptyState icon={HandCoins} title={t('refusals.not-found')} />}
    </Page>
  );
}

function OneRecord({ id }: { id: string }): ReactNode {
  const t = useT();
  const accountId = useUser()?.account_id ?? '';
  const question = { account_id: accountId, borrow_id: id };
  return (
    <Loaded read={useRead(queryBorrowList, question, { isEnabled: accountId !== '' })}>
      {({ RESULT_LIST: [record] }) =>
        record && (
          <div className="flex flex-col gap-4">
            <RecordFacts record={record} />
            {record.state === borrowStates.review && <Note>{t('lending.reviewNote')}</Note>}
            {record.state === borrowStates.overdue && (
              <Note>{t(record.is_collected_in_parts ? 'lending.worst' : 'lending.worstOlder')}</Note>
            )}
            {record.owed_now !== null && <PayBack record={record} />}
            {record.owed_now !== null && <Ends record={record} />}
            <TextLink to={`/acceptedAgreement/${id}`}>{t('lending.accepted')}</TextLink>
          </div>
        )
      }
    </Loaded>
  );
}

function RecordFacts({ record }: { record: BorrowRecord }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const money = (amount: string): ReactNode => (
    <Money amount={amount} coin="USDT" precision="short" hasCoin size="small" />
  );
  const time = (at: string | null): ReactNode => at !== null && <bdi>{formats.dateTime(at)}</bdi>;
  const { owed_now: owed, owed_rises_at: rises, repaid_cope: paid, collected, collected_at: last } = record;
  return (
    <Card className="mt-2 flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <Money amount={record.number} coin="USDT" precision="short" hasCoin size="title" weight="strong" />
        <StateBadge record={record} />
      </div>
      <Facts>
        {owed !== null && (
          <Fact
            label={t('lending.owed')}
            note={rises === null ? undefined : t('lending.owedRises', { time: formats.dateTime(rises) })}
          >
            {money(owed)}
          </Fact>
        )}
        {last !== null && (
          <Fact label={t('lending.collected')} note={t('lending.collectedLast', { time: formats.dateTime(last) })}>
            {money(collected)}
          </Fact>
        )}
        {record.due_at !== null && <Fact label={t('lending.due')}>{time(record.due_at)}</Fact>}
        {record.reason !== null && <Fact label={t('lending.reason')}>{t(`lending.r_${record.reason}`)}</Fact>}
        <Fact label={t('lending.term')}>{formats.length(record.month, 'month')}</Fact>
        <Fact label={t('lending.perMonth')}>{formats.percent(record.monthly_rate)}</Fact>
        <Fact label={t('lending.cost')}>{money(record.cope)}</Fact>
        <Fact label={t('lending.total')}>{money(record.total_amount)}</Fact>
        {paid !== null && <Fact label={t('lending.paidCost')}>{money(paid)}</Fact>}
        <Fact label={t('lending.appliedAt')}>{time(record.applied_at)}</Fact>
        {record.paid_out_at !== null && <Fact label={t('lending.paidOut')}>{time(record.paid_out_at)}</Fact>}
        {record.state === borrowStates.repaid && <Fact label={t('lending.repaid')}>{time(record.ended_at)}</Fact>}
      </Facts>
    </Card>
  );
}

function Ends({ record }: { record: BorrowRecord }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const ends = endsByMonth(record);
  return (
    <section>
      <Heading>{t('lending.ends')}</Heading>
      <Schedule
        label={t('lending.ends')}
        coin="USDT"
        sum={wad(record.total_amount)}
        rows={ends.map(({ at, owed }, place) => ({
          key: String(at),
          at,
          amount: owed,
          state: t('lending.inMonth', { month: formats.whole(place + 1) }),
        }))}
      />
    </section>
  );
}
