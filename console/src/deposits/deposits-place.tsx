// Deposits that wait until a second node says the same, or two people let them pass.
import { assignDeposit, clearDeposit, exportWaitingDeposits, listWaitingDeposits, mayPropose } from '@candor/wire';
import { Card } from '@candor/web/ui/card.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { EmptyState } from '@candor/web/ui/states.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { ArrowDownToLine } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Ago, At } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import { Loaded } from '../session/loaded.tsx';
import { useMe, type DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useT } from '../text/texts.ts';
import { Narrow } from '../ui/columns.tsx';

type Waiting = DataOf<typeof listWaitingDeposits>['RESULT_LIST'][number];
const idOf = ({ deposit_id: id }: Waiting): string => id;
/** Maximum number of deposits in one reply, oldest first. */
const most = 100;

export const place = queue<typeof listWaitingDeposits>({
  name: 'deposits',
  title: 'overview.waitingDeposits',
  icon: ArrowDownToLine,
  index: 35,
  list: listWaitingDeposits,
  table: exportWaitingDeposits,
  idOf,
  filters: [],
  columns: [
    { key: 'amount', label: 'overview.depositAmount', isFigure: true, cell: (item) => <TextLink to={`/deposits/${idOf(item)}`} size="small" isInline>{item.amount}</TextLink> }, // oxfmt-ignore
    { key: 'coin', label: 'overview.depositCoin', cell: ({ coin_code: coin }) => coin },
    { key: 'network', label: 'overview.depositNetwork', cell: ({ network }) => network },
    { key: 'verdict', label: 'overview.depositVerdict', cell: ({ verdict }) => <Verdict verdict={verdict} /> },
    { key: 'since', label: 'overview.depositSince', cell: ({ since }) => <Ago at={since} /> },
    { key: 'account', label: 'overview.account', isExtra: true, cell: (item) => item.account_id },
    { key: 'txid', label: 'overview.depositTransaction', isExtra: true, cell: ({ txid }) => txid },
  ],
  Case: DepositCase,
  actions: [],
});

function Verdict({ verdict }: Pick<Waiting, 'verdict'>): ReactNode {
  return useT()(`overview.verdict_${verdict}`);
}

function DepositCase({ id, onItem }: { id: string; onItem: (item: Waiting | undefined) => void }): ReactNode {
  const t = useT();
  const read = useRead(listWaitingDeposits, { pagesize: most });
  const deposit = read.data?.RESULT_LIST.find((each) => idOf(each) === id);
  useEffect(() => onItem(deposit), [deposit, onItem]);
  return (
    <Loaded read={read}>
      {() =>
        deposit === undefined ? (
          <EmptyState title={t('queue.none')} />
        ) : (
          <Narrow>
            <Card label={t('overview.waitingDeposits')} className="flex flex-col gap-3">
              <Note>{t(isUnmatched(deposit) ? 'overview.depositUnmatchedNote' : 'overview.depositNote')}</Note>
              <Facts>
                <Fact label={t('overview.depositAmount')}>
                  {deposit.amount} {deposit.coin_code}
                </Fact>
                <Fact label={t('overview.depositNetwork')}>{deposit.network}</Fact>
                {deposit.tag !== null && <Fact label={t('overview.depositTag')}>{deposit.tag}</Fact>}
                <Fact label={t('overview.depositTransaction')}>{deposit.txid}</Fact>
                <Fact label={t('overview.account')}>{deposit.account_id}</Fact>
                <Fact label={t('overview.depositVerdict')}>
                  <Verdict verdict={deposit.verdict} />
                </Fact>
                <Fact label={t('overview.depositSince')}>
                  <At at={deposit.since} />
                </Fact>
                <Fact label={t('overview.depositChecked')}>
                  <At at={deposit.checked_at} />
                </Fact>
              </Facts>
              <Proposal deposit={deposit} />
            </Card>
          </Narrow>
        )
      }
    </Loaded>
  );
}

const isUnmatched = ({ verdict }: Waiting): boolean => verdict === 'unmatched';

/** Links to the open proposal about the deposit, or to a new one. */
function Proposal({ deposit }: { deposit: Waiting }): ReactNode {
  const [t, me] = [useT(), useMe()];
  if (deposit.proposal_id !== null) {
    return <TextLink to={`/acts/${deposit.proposal_id}`}>{t('overview.depositProposal')}</TextLink>;
  }
  const act = isUnmatched(deposit) ? assignDeposit : clearDeposit;
  if (!mayPropose(act, me)) return null;
  return (
    <TextLink to={`/acts/new?kind=${act.kind}&deposit_id=${idOf(deposit)}`}>
      {t(isUnmatched(deposit) ? 'overview.depositAssign' : 'overview.depositPropose')}
    </TextLink>
  );
}
