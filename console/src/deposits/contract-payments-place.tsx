// Payments from contracts to customers' addresses, until two operators credit or dismiss them.
import {
  creditContractPayment,
  dismissContractPayment,
  exportContractPayments,
  letsIn,
  listContractPayments,
  mayPropose,
  reopenContractPayment,
  type WithRoles,
} from '@candor/wire';
import { Card } from '@candor/web/ui/card.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { EmptyState } from '@candor/web/ui/states.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { FileCode } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Ago, At } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import { Loaded } from '../session/loaded.tsx';
import { useMe, type DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useT } from '../text/texts.ts';
import { Narrow } from '../ui/columns.tsx';
import { ReopenPanel } from './reopen-panel.tsx';

type Payment = DataOf<typeof listContractPayments>['RESULT_LIST'][number];
const idOf = ({ payment_id: id }: Payment): string => id;
/** Maximum number of payments in one reply, oldest first. */
const most = 100;

const canReopen = ({ state }: Payment, me: WithRoles): boolean =>
  state === 'dismissed' && letsIn(reopenContractPayment, me);

export const place = queue<typeof listContractPayments>({
  name: 'contract-payments',
  title: 'overview.contractPayments',
  icon: FileCode,
  index: 36,
  list: listContractPayments,
  table: exportContractPayments,
  idOf,
  filters: [
    {
      name: 'state',
      label: 'overview.contractState',
      options: [
        { value: 'open', label: 'overview.contractOpen' },
        { value: 'dismissed', label: 'overview.contractDismissed' },
      ],
    },
  ],
  firstFilters: { state: 'open' },
  columns: [
    {
      key: 'amount',
      label: 'overview.depositAmount',
      isFigure: true,
      cell: (item) => (
        <TextLink to={`/contract-payments/${idOf(item)}`} size="small" isInline>
          {item.amount}
        </TextLink>
      ),
    },
    { key: 'coin', label: 'overview.depositCoin', cell: ({ coin_code: coin }) => coin },
    { key: 'network', label: 'overview.depositNetwork', cell: ({ network }) => network },
    { key: 'verdict', label: 'overview.depositVerdict', cell: ({ verdict }) => <Verdict verdict={verdict} /> },
    { key: 'found', label: 'overview.contractFound', cell: ({ found_at: at }) => <Ago at={at} /> },
    { key: 'account', label: 'overview.account', isExtra: true, cell: (item) => item.account_id },
    { key: 'address', label: 'overview.contractAddress', isExtra: true, cell: ({ address }) => address },
  ],
  Case: PaymentCase,
  actions: [{ key: 'o', label: 'overview.contractReopen', isOffered: canReopen, Panel: ReopenPanel }],
});

function Verdict({ verdict }: Pick<Payment, 'verdict'>): ReactNode {
  const t = useT();
  return verdict === 'agrees' ? t('overview.contractVerdict_agrees') : t(`overview.verdict_${verdict}`);
}

function PaymentCase({ id, onItem }: { id: string; onItem: (item: Payment | undefined) => void }): ReactNode {
  const t = useT();
  const read = useRead(listContractPayments, { pagesize: most });
  const dismissed = useRead(listContractPayments, { pagesize: most, state: 'dismissed' });
  const rows = [...(read.data?.RESULT_LIST ?? []), ...(dismissed.data?.RESULT_LIST ?? [])];
  const payment = rows.find((each) => idOf(each) === id);
  useEffect(() => onItem(payment), [payment, onItem]);
  return (
    <Loaded read={read}>
      {() =>
        payment === undefined ? (
          <EmptyState title={t('queue.nothing')} />
        ) : (
          <Narrow>
            <Card label={t('overview.contractPayments')} className="flex flex-col gap-3">
              <Note>{t('overview.contractNote')}</Note>
              <What payment={payment} />
              <Next payment={payment} />
            </Card>
          </Narrow>
        )
      }
    </Loaded>
  );
}

function What({ payment }: { payment: Payment }): ReactNode {
  const t = useT();
  const { claim_reason: reason, asked_txid: asked, after_block: afterBlock, found_in: foundIn } = payment;
  return (
    <Facts>
      <Fact label={t('overview.depositAmount')}>
        {payment.amount} {payment.coin_code}
      </Fact>
      <Fact label={t('overview.depositNetwork')}>{payment.network}</Fact>
      <Fact label={t('overview.contractAddress')}>{payment.address}</Fact>
      <Fact label={t('overview.account')}>{payment.account_id}</Fact>
      <Fact label={t('overview.contractBlocks')}>{`${afterBlock ?? 0} – ${foundIn}`}</Fact>
      {payment.arrived_in !== null && <Fact label={t('overview.contractArrived')}>{payment.arrived_in}</Fact>}
      {asked !== '' && <Fact label={t('overview.contractAsked')}>{asked}</Fact>}
      <Fact label={t('overview.depositVerdict')}>
        <Verdict verdict={payment.verdict} />
      </Fact>
      <Fact label={t('overview.contractState')}>
        {t(payment.state === 'open' ? 'overview.contractOpen' : 'overview.contractDismissed')}
      </Fact>
      {payment.reopen_reason !== '' && <Fact label={t('overview.contractReopen')}>{payment.reopen_reason}</Fact>}
      <Fact label={t('overview.contractFound')}>
        <At at={payment.found_at} />
      </Fact>
      <Fact label={t('overview.depositChecked')}>
        <At at={payment.checked_at} />
      </Fact>
      <Fact label={t('overview.contractClaim')}>
        {payment.is_being_proven && reason === ''
          ? t('overview.contractProving')
          : t(`overview.contractReason_${reason}`)}
      </Fact>
    </Facts>
  );
}

function Next({ payment }: { payment: Payment }): ReactNode {
  const [t, me] = [useT(), useMe()];
  const { proposal_id: proposalId, asked_txid: asked } = payment;
  const id = idOf(payment);
  if (proposalId !== null) return <TextLink to={`/acts/${proposalId}`}>{t('overview.depositProposal')}</TextLink>;
  if (payment.is_being_proven || payment.state === 'dismissed') return null;
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-2">
      {mayPropose(creditContractPayment, me) && (
        <TextLink to={`/acts/new?kind=credit-contract-payment&payment_id=${id}&txid=${asked}`}>
          {t('overview.contractCredit')}
        </TextLink>
      )}
      {mayPropose(dismissContractPayment, me) && (
        <TextLink to={`/acts/new?kind=dismiss-contract-payment&payment_id=${id}`}>
          {t('overview.contractDismiss')}
        </TextLink>
      )}
    </p>
  );
}
