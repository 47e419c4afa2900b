// Withdrawals that wait for a decision, and how far the others are.
import { approveWithdrawal, refuseWithdrawal, exportWithdrawals, letsIn, listWithdrawals } from '@candor/wire';
import type { ApprovalObstacle, ListedWithdrawal, WithRoles } from '@candor/wire';
import { Money } from '@candor/web/ui/money.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { ArrowUpFromLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { Ago } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import type withdrawals from '../text/en/withdrawals.json';
import { useT } from '../text/texts.ts';
import { Word } from '../text/wire-words.ts';
import { ApprovePanel, RefusePanel } from './decide-panels.tsx';
import { WithdrawalCase } from './withdrawal-case.tsx';
import { reasonNames, StepBadge, stepNames } from './withdrawal-words.tsx';

declare module '../text/keys.ts' {
  interface Areas {
    withdrawals: typeof withdrawals;
  }
}

/** The case says whether this operator may approve it. */
type MaybeCase = ListedWithdrawal & { obstacle?: ApprovalObstacle | null };
const isOffered = ({ step, obstacle }: MaybeCase, me: WithRoles): boolean =>
  step === 'review' && !obstacle && letsIn(approveWithdrawal, me);
/** An approval can be taken back until there are bytes of the payment. */
const canRefuse = ({ step }: ListedWithdrawal, me: WithRoles): boolean =>
  (step === 'review' || step === 'approved') && letsIn(refuseWithdrawal, me);

export const place = queue<typeof listWithdrawals>({
  name: 'withdrawals',
  title: 'withdrawals.title',
  icon: ArrowUpFromLine,
  index: 27,
  list: listWithdrawals,
  table: exportWithdrawals,
  idOf: ({ withdraw_id: id }) => id,
  firstFilters: { step: 'review' },
  filters: [
    {
      name: 'step',
      label: 'withdrawals.step',
      options: Object.entries(stepNames).map(([value, label]) => ({ value, label })),
    },
  ],
  columns: [
    { key: 'requested', label: 'withdrawals.requested', sort: 'requested_at', cell: (item) => <CaseLink item={item} /> }, // oxfmt-ignore
    { key: 'amount', label: 'withdrawals.amount', sort: 'amount', isFigure: true, cell: (item) => money(item.amount, item) }, // oxfmt-ignore
    { key: 'net', label: 'withdrawals.net', isFigure: true, cell: (item) => money(item.net, item) },
    { key: 'coin', label: 'withdrawals.coin', cell: ({ coin_code: coin, network }) => `${coin} · ${network}` },
    { key: 'address', label: 'withdrawals.address', isExtra: true, cell: ({ address }) => address },
    { key: 'step', label: 'withdrawals.step', cell: ({ step }) => <StepBadge step={step} /> },
    { key: 'trouble', label: 'withdrawals.trouble', cell: ({ trouble }) => <Word kind="trouble" code={trouble} /> },
    { key: 'decider', label: 'withdrawals.decidedBy', isExtra: true, cell: ({ decided_by: by }) => by ?? '' },
    { key: 'reason', label: 'withdrawals.reason', isExtra: true, cell: (item) => <Reason item={item} /> },
  ],
  Case: WithdrawalCase,
  actions: [
    { key: 'a', label: 'withdrawals.approve', look: 'primary', isOffered, Panel: ApprovePanel },
    { key: 'r', label: 'withdrawals.refuse', look: 'danger', isOffered: canRefuse, Panel: RefusePanel },
  ],
});

const money = (amount: string, { coin_code: coin }: ListedWithdrawal): ReactNode => (
  <Money amount={amount} coin={coin} precision="short" />
);

const CaseLink = ({ item }: { item: ListedWithdrawal }) => (
  <TextLink to={`/withdrawals/${item.withdraw_id}`} size="small" isInline>
    <Ago at={item.requested_at} />
  </TextLink>
);

function Reason({ item: { reason } }: { item: ListedWithdrawal }): ReactNode {
  const t = useT();
  return reason && t(reasonNames[reason]);
}
