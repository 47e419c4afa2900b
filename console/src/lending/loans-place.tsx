// Applications to borrow and what became of them, with the book of what is owed above.
import { approveLoan, exportLoans, letsIn, listLoans } from '@candor/wire';
import type { ListedLoan, WithRoles } from '@candor/wire';
import { Button } from '@candor/web/ui/button.tsx';
import { Money } from '@candor/web/ui/money.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { HandCoins } from 'lucide-react';
import type { ReactNode } from 'react';
import { Ago, At } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import type lending from '../text/en/lending.json';
import { useT } from '../text/texts.ts';
import { BookScreen } from './book-screen.tsx';
import { ApprovePanel, RejectPanel } from './decide-panels.tsx';
import { LoanCase } from './loan-case.tsx';
import { reasonNames, StateBadge, stateNames } from './loan-words.tsx';

declare module '../text/keys.ts' {
  interface Areas {
    lending: typeof lending;
  }
}

const isOffered = ({ state }: ListedLoan, me: WithRoles): boolean => state === 'review' && letsIn(approveLoan, me);

export const place = queue<typeof listLoans>({
  name: 'loans',
  title: 'lending.title',
  icon: HandCoins,
  index: 26,
  list: listLoans,
  table: exportLoans,
  idOf: ({ loan_id: id }) => id,
  firstFilters: { state: 'review' },
  filters: [
    {
      name: 'state',
      label: 'lending.state',
      options: Object.entries(stateNames).map(([value, label]) => ({ value, label })),
    },
  ],
  columns: [
    { key: 'applied', label: 'lending.applied', sort: 'applied_at', cell: (item) => <LoanLink item={item} /> },
    { key: 'amount', label: 'lending.amount', sort: 'amount', isFigure: true, cell: ({ amount }) => usdt(amount) },
    { key: 'months', label: 'lending.months', isFigure: true, cell: ({ months }) => months },
    { key: 'cost', label: 'lending.cost', isFigure: true, isExtra: true, cell: ({ cost }) => usdt(cost) },
    { key: 'owed', label: 'lending.owed', isFigure: true, cell: ({ owed_now: owed }) => owed && usdt(owed) },
    {
      key: 'collected',
      label: 'lending.collected',
      isFigure: true,
      isExtra: true,
      cell: ({ collected }) => usdt(collected),
    },
    { key: 'due', label: 'lending.due', sort: 'due_at', cell: ({ due_at: due }) => due && <At at={due} /> },
    { key: 'late', label: 'lending.daysOverdue', isFigure: true, cell: ({ days_overdue: days }) => days ?? '' },
    { key: 'state', label: 'lending.state', cell: ({ state }) => <StateBadge state={state} /> },
    { key: 'decider', label: 'lending.decidedBy', isExtra: true, cell: ({ decided_by: by }) => by ?? '' },
    { key: 'reason', label: 'lending.reason', isExtra: true, cell: (item) => <Reason item={item} /> },
  ],
  Head: BookButton,
  Case: LoanCase,
  actions: [
    { key: 'a', label: 'lending.approve', look: 'primary', isOffered, Panel: ApprovePanel },
    { key: 'r', label: 'lending.reject', look: 'danger', isOffered, Panel: RejectPanel },
  ],
  more: [{ path: '/loans/book', Screen: BookScreen }],
});

const usdt = (amount: string): ReactNode => <Money amount={amount} coin="USDT" precision="short" />;

const LoanLink = ({ item }: { item: ListedLoan }) => (
  <TextLink to={`/loans/${item.loan_id}`} size="small" isInline>
    <Ago at={item.applied_at} />
  </TextLink>
);

function Reason({ item: { reason } }: { item: ListedLoan }): ReactNode {
  const t = useT();
  return reason && t(reasonNames[reason]);
}

function BookButton(): ReactNode {
  const t = useT();
  return (
    <Button look="secondary" isSmall to="/loans/book">
      {t('lending.book')}
    </Button>
  );
}
