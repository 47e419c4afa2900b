// One withdrawal: what is asked for, and what is known of the customer and the address that speaks for it or against it.
import { getWithdrawal } from '@candor/wire';
import type { ListedWithdrawal, WithdrawalPicture } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Money } from '@candor/web/ui/money.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Figure, Note } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Ago, At } from '../queue/ago.tsx';
import { Loaded } from '../session/loaded.tsx';
import type { DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { refusalText } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { Verifier, Word } from '../text/wire-words.ts';
import { Columns } from '../ui/columns.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { reasonNames, StepBadge } from './withdrawal-words.tsx';

type Shown = DataOf<typeof getWithdrawal>;

export function WithdrawalCase({ id, onItem }: { id: string; onItem: (item: Shown | undefined) => void }): ReactNode {
  // Each answer is a look that is kept.
  const read = useRead(getWithdrawal, { withdraw_id: id }, { isStill: true });
  const { data } = read;
  useEffect(() => onItem(data), [data, onItem]);
  return <Loaded read={read}>{(shown) => <CaseView shown={shown} />}</Loaded>;
}

function CaseView({ shown }: { shown: Shown }): ReactNode {
  const t = useT();
  const { picture } = shown;
  return (
    <Columns
      side={
        <>
          <TitledCard title={t('withdrawals.withdrawal')}>
            <Asked item={shown} />
          </TitledCard>
          <TitledCard title={t('withdrawals.customer')}>
            <Person item={shown} picture={picture} />
          </TitledCard>
        </>
      }
    >
      {shown.obstacle && (
        <Banner tone="warn" title={t('withdrawals.notByYou')}>
          {refusalText(shown.obstacle)}
        </Banner>
      )}
      <Note>{t('withdrawals.logged')}</Note>
      <TitledCard title={t('withdrawals.toAddress')}>
        <Address item={shown} picture={picture} />
      </TitledCard>
      <TitledCard title={t('withdrawals.changes')}>
        <Changes picture={picture} />
      </TitledCard>
      <TitledCard title={t('withdrawals.deposited')}>
        <Sums title={t('withdrawals.deposited')} rows={picture.deposited} />
      </TitledCard>
      <TitledCard title={t('withdrawals.withdrawn')}>
        <Sums title={t('withdrawals.withdrawn')} rows={picture.withdrawn} />
      </TitledCard>
    </Columns>
  );
}

function Asked({ item }: { item: ListedWithdrawal }): ReactNode {
  const t = useT();
  const money = (amount: string): ReactNode => (
    <Money amount={amount} coin={item.coin_code} precision="short" hasCoin />
  );
  return (
    <Facts>
      <Fact label={t('withdrawals.step')}>
        <StepBadge step={item.step} />
      </Fact>
      <Fact label={t('withdrawals.amount')}>{money(item.amount)}</Fact>
      <Fact label={t('withdrawals.fee')}>{money(item.fee)}</Fact>
      <Fact label={t('withdrawals.net')}>{money(item.net)}</Fact>
      <Fact label={t('withdrawals.needsTwo')}>{t(item.needs_two_persons ? 'withdrawals.yes' : 'withdrawals.no')}</Fact>
      <Fact label={t('withdrawals.requested')} note={<At at={item.requested_at} />}>
        <Ago at={item.requested_at} />
      </Fact>
      {item.decided_by !== null && (
        <Fact label={t('withdrawals.decidedBy')} note={<At at={item.decided_at} />}>
          {item.decided_by}
        </Fact>
      )}
      {item.reason !== null && <Fact label={t('withdrawals.reason')}>{t(reasonNames[item.reason])}</Fact>}
      {item.trouble !== '' && (
        <Fact label={t('withdrawals.trouble')}>
          <Badge tone="danger">
            <Word kind="trouble" code={item.trouble} />
          </Badge>
        </Fact>
      )}
      {item.txid !== null && (
        <Fact label={t('withdrawals.txid')}>
          <InGroups text={item.txid} />
        </Fact>
      )}
      {item.ended_at !== null && (
        <Fact label={t('withdrawals.ended')}>
          <At at={item.ended_at} />
        </Fact>
      )}
    </Facts>
  );
}

function Person({ item, picture }: { item: ListedWithdrawal; picture: WithdrawalPicture }): ReactNode {
  const t = useT();
  return (
    <Facts>
      <Fact label={t('withdrawals.account')}>
        <TextLink to={`/customers/${item.account_id}`} size="small" isInline>
          {picture.number}
        </TextLink>
      </Fact>
      <Fact label={t('withdrawals.since')}>
        <At at={picture.opened_at} />
      </Fact>
      <Fact label={t('withdrawals.identity')}>
        <Verifier by={picture.verified_by} />
      </Fact>
      {picture.is_frozen && (
        <Fact label={t('withdrawals.frozen')}>
          <Badge tone="danger">{t('withdrawals.yes')}</Badge>
        </Fact>
      )}
      <Fact label={t('withdrawals.trades')}>{picture.trades}</Fact>
      <Fact label={t('withdrawals.lastDeposit')}>
        {picture.last_deposit_at === null ? '–' : <At at={picture.last_deposit_at} />}
      </Fact>
    </Facts>
  );
}

function Address({ item, picture }: { item: ListedWithdrawal; picture: WithdrawalPicture }): ReactNode {
  const t = useT();
  return (
    <Facts>
      <Fact label={t('withdrawals.address')} note={picture.address_name}>
        <InGroups text={item.address} />
      </Fact>
      <Fact label={t('withdrawals.network')}>{item.network}</Fact>
      <Fact label={t('withdrawals.added')} note={<At at={picture.address_added_at} />}>
        <Ago at={picture.address_added_at} />
      </Fact>
      <Fact label={t('withdrawals.sentThere')}>{picture.sent_there}</Fact>
      <Fact label={t('withdrawals.sharedWith')}>
        {picture.address_shared_with > 0 ? <Badge tone="danger">{picture.address_shared_with}</Badge> : 0}
      </Fact>
    </Facts>
  );
}

/** In groups of six, which people compare. */
const InGroups = ({ text }: { text: string }): ReactNode => (
  <span dir="ltr" className="flex flex-wrap justify-end">
    {text.match(/.{1,6}/g)?.map((group, place) => (
      <Figure key={place}>{group}</Figure>
    ))}
  </span>
);

function Changes({ picture: { changes } }: { picture: WithdrawalPicture }): ReactNode {
  const t = useT();
  if (changes.length === 0) return <Note>{t('withdrawals.none')}</Note>;
  return (
    <Table
      label={t('withdrawals.changes')}
      rows={changes}
      keyOf={({ kind, at }) => `${kind} ${at}`}
      columns={[
        { key: 'at', label: t('withdrawals.at'), cell: ({ at }) => <At at={at} /> },
        { key: 'kind', label: t('withdrawals.kind'), cell: ({ kind }) => <Word kind="event" code={kind} /> },
        { key: 'ip', label: t('withdrawals.ip'), cell: ({ ip }) => ip },
      ]}
    />
  );
}

function Sums({ title, rows }: { title: string; rows: WithdrawalPicture['deposited'] }): ReactNode {
  const t = useT();
  if (rows.length === 0) return <Note>{t('withdrawals.none')}</Note>;
  return (
    <Table
      label={title}
      rows={rows}
      keyOf={({ coin_code: coin }) => coin}
      columns={[
        { key: 'coin', label: t('withdrawals.coin'), cell: ({ coin_code: coin }) => coin },
        { key: 'amount', label: t('withdrawals.amount'), isFigure: true, cell: ({ coin_code: coin, amount }) => <Money amount={amount} coin={coin} precision="short" /> }, // oxfmt-ignore
        { key: 'count', label: t('withdrawals.count'), isFigure: true, cell: ({ count }) => count },
      ]}
    />
  );
}
