// One application: what was asked for, and what is known of the customer that speaks for it or against it.
import { getLoan, wad, add, formatAmount } from '@candor/wire';
import type { BorrowerPicture, ListedLoan } from '@candor/wire';
import { Article } from '@candor/web/ui/article.tsx';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Money } from '@candor/web/ui/money.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Ago, At } from '../queue/ago.tsx';
import { Loaded } from '../session/loaded.tsx';
import type { DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Verifier, Word } from '../text/wire-words.ts';
import { Columns } from '../ui/columns.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { partNames, reasonNames, StateBadge } from './loan-words.tsx';

type Shown = DataOf<typeof getLoan>;
const usdt = (amount: string): ReactNode => <Money amount={amount} coin="USDT" precision="short" />;

export function LoanCase({ id, onItem }: { id: string; onItem: (item: Shown | undefined) => void }): ReactNode {
  // Each answer is a look that is kept.
  const read = useRead(getLoan, { loan_id: id }, { isStill: true });
  const { data } = read;
  useEffect(() => onItem(data), [data, onItem]);
  return <Loaded read={read}>{(shown) => <CaseView shown={shown} />}</Loaded>;
}

function CaseView({ shown }: { shown: Shown }): ReactNode {
  const t = useT();
  const { borrower, agreement } = shown;
  return (
    <Columns
      side={
        <>
          <TitledCard title={t('lending.loan')}>
            <Asked loan={shown} />
          </TitledCard>
          <TitledCard title={t('lending.borrower')}>
            <Person loan={shown} borrower={borrower} />
          </TitledCard>
          <TitledCard title={t('lending.limitNow')}>
            <Limit borrower={borrower} />
          </TitledCard>
        </>
      }
    >
      <Note>{t('lending.logged')}</Note>
      <TitledCard title={t('lending.balances')}>
        <Balances borrower={borrower} />
      </TitledCard>
      <TitledCard title={t('lending.results')}>
        <Results borrower={borrower} />
      </TitledCard>
      <TitledCard title={t('lending.earlier')}>
        <Earlier borrower={borrower} />
      </TitledCard>
      <TitledCard title={t('lending.agreement')}>
        <div lang={agreement.language}>
          <Article source={agreement.text} />
        </div>
      </TitledCard>
    </Columns>
  );
}

function Asked({ loan }: { loan: ListedLoan }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <Facts>
      <Fact label={t('lending.state')}>
        <StateBadge state={loan.state} />
      </Fact>
      <Fact label={t('lending.amount')}>{usdt(loan.amount)}</Fact>
      <Fact label={t('lending.months')}>{loan.months}</Fact>
      <Fact label={t('lending.rate')}>{formats.percent(loan.monthly_rate)}</Fact>
      <Fact label={t('lending.cost')}>{usdt(loan.cost)}</Fact>
      <Fact label={t('lending.total')}>{usdt(formatAmount(add(wad(loan.amount), wad(loan.cost))))}</Fact>
      <Fact label={t('lending.needsTwo')}>{t(loan.needs_two_persons ? 'lending.yes' : 'lending.no')}</Fact>
      <Fact label={t('lending.applied')} note={<At at={loan.applied_at} />}>
        <Ago at={loan.applied_at} />
      </Fact>
      {loan.decided_by !== null && (
        <Fact label={t('lending.decidedBy')} note={<At at={loan.decided_at} />}>
          {loan.decided_by}
        </Fact>
      )}
      {loan.reason !== null && <Fact label={t('lending.reason')}>{t(reasonNames[loan.reason])}</Fact>}
      {loan.owed_now !== null && <Fact label={t('lending.owed')}>{usdt(loan.owed_now)}</Fact>}
      {loan.collected_at !== null && (
        <Fact label={t('lending.collected')} note={<At at={loan.collected_at} />}>
          {usdt(loan.collected)}
        </Fact>
      )}
      {loan.due_at !== null && (
        <Fact label={t('lending.due')}>
          <At at={loan.due_at} />
        </Fact>
      )}
      {loan.days_overdue !== null && <Fact label={t('lending.daysOverdue')}>{loan.days_overdue}</Fact>}
      {loan.ended_at !== null && (
        <Fact label={t('lending.ended')}>
          <At at={loan.ended_at} />
        </Fact>
      )}
    </Facts>
  );
}

function Person({ loan, borrower }: { loan: ListedLoan; borrower: BorrowerPicture }): ReactNode {
  const t = useT();
  return (
    <Facts>
      <Fact label={t('lending.account')}>
        <TextLink to={`/customers/${loan.account_id}`} size="small" isInline>
          {borrower.number}
        </TextLink>
      </Fact>
      <Fact label={t('lending.since')}>
        <At at={borrower.opened_at} />
      </Fact>
      <Fact label={t('lending.identity')}>
        <Verifier by={borrower.verified_by} />
      </Fact>
      <Fact label={t('lending.vip')}>{borrower.vip}</Fact>
      {borrower.is_frozen && (
        <Fact label={t('lending.frozen')}>
          <Badge tone="danger">{t('lending.yes')}</Badge>
        </Fact>
      )}
      <Fact label={t('lending.limitThen')}>{usdt(borrower.credit_limit)}</Fact>
    </Facts>
  );
}

const Limit = ({ borrower }: { borrower: BorrowerPicture }): ReactNode => {
  const t = useT();
  return (
    <Facts>
      {borrower.parts.map(({ part, amount }) => (
        <Fact key={part} label={t(partNames[part])}>
          {usdt(amount)}
        </Fact>
      ))}
    </Facts>
  );
};

function Balances({ borrower: { balances } }: { borrower: BorrowerPicture }): ReactNode {
  const t = useT();
  if (balances.length === 0) return <Note>{t('lending.none')}</Note>;
  const kinds = ['available', 'reserved', 'margin', 'staked'] as const;
  return (
    <Table
      label={t('lending.balances')}
      rows={balances}
      keyOf={({ coin }) => coin}
      columns={[
        { key: 'coin', label: t('lending.coin'), cell: ({ coin }) => coin },
        ...kinds.map((kind) => ({
          key: kind,
          label: t(`lending.${kind}`),
          isFigure: true,
          cell: (row: BorrowerPicture['balances'][number]) => <Money amount={row[kind]} coin={row.coin} precision="short" />, // oxfmt-ignore
        })),
      ]}
    />
  );
}

function Results({ borrower: { results } }: { borrower: BorrowerPicture }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  if (results.length === 0) return <Note>{t('lending.none')}</Note>;
  return (
    <Table
      label={t('lending.results')}
      rows={results}
      keyOf={({ kind }) => kind}
      columns={[
        { key: 'kind', label: t('lending.kind'), cell: ({ kind }) => <Word kind="movement" code={kind} /> },
        { key: 'received', label: t('lending.received'), isFigure: true, cell: ({ received }) => usdt(received) },
        { key: 'given', label: t('lending.given'), isFigure: true, cell: ({ given }) => usdt(given) },
        { key: 'count', label: t('lending.count'), isFigure: true, cell: ({ count }) => formats.whole(count) },
      ]}
    />
  );
}

function Earlier({ borrower: { earlier } }: { borrower: BorrowerPicture }): ReactNode {
  const t = useT();
  if (earlier.length === 0) return <Note>{t('lending.none')}</Note>;
  return (
    <Table
      label={t('lending.earlier')}
      rows={earlier}
      keyOf={({ loan_id: id }) => id}
      columns={[
        {
          key: 'applied',
          label: t('lending.applied'),
          cell: (loan) => (
            <TextLink to={`/loans/${loan.loan_id}`} size="small" isInline>
              <At at={loan.applied_at} />
            </TextLink>
          ),
        },
        { key: 'amount', label: t('lending.amount'), isFigure: true, cell: ({ amount }) => usdt(amount) },
        { key: 'months', label: t('lending.months'), isFigure: true, cell: ({ months }) => months },
        { key: 'state', label: t('lending.state'), cell: ({ state }) => <StateBadge state={state} /> },
      ]}
    />
  );
}
