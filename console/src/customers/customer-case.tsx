// One customer: who it is, balances, orders, the newest lines of the journal, and where he is logged in.
import { getCustomer, getCustomerReceipt, letsIn, listJournal, receiptKinds } from '@candor/wire';
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
import { useMe, type DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { orderTexts } from '../text/order-names.ts';
import { useT } from '../text/texts.ts';
import { Verifier, Word } from '../text/wire-words.ts';
import { Columns } from '../ui/columns.tsx';
import { DownloadLink } from '../ui/list-parts.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { IdentityFacts } from './identity-facts.tsx';
import { EventsCard, LimitsCard, NotesCard } from './customer-more.tsx';
import { useOlder } from './older-rows.tsx';

type Customer = DataOf<typeof getCustomer>;

export function CustomerCase({ id, onItem }: { id: string; onItem: (item: Customer | undefined) => void }): ReactNode {
  const [t, me] = [useT(), useMe()];
  const read = useRead(getCustomer, { account_id: id }, { isStill: true });
  const { data } = read;
  useEffect(() => onItem(data), [data, onItem]);
  return (
    <Loaded read={read}>
      {(customer) => (
        <Columns
          side={
            <>
              <TitledCard title={t('customers.person')}>
                <Person customer={customer} />
              </TitledCard>
              <TitledCard title={t('customers.sessions')}>
                <Sessions customer={customer} />
              </TitledCard>
              <LimitsCard customer={customer} />
            </>
          }
        >
          <Note>{t('customers.logged')}</Note>
          <NotesCard customer={customer} />
          <TitledCard title={t('customers.balances')}>
            <Balances balances={customer.balances} />
          </TitledCard>
          <TitledCard title={t('customers.orders')}>
            <Orders customer={customer} />
          </TitledCard>
          <TitledCard title={t('customers.journal')}>
            <Moves customer={customer} />
            {letsIn(listJournal, me) && (
              <TextLink to={`/journal?account=${customer.account_id}`} size="small">
                {t('customers.wholeJournal')}
              </TextLink>
            )}
          </TitledCard>
          <EventsCard customer={customer} />
        </Columns>
      )}
    </Loaded>
  );
}

function Person({ customer }: { customer: Customer }): ReactNode {
  const t = useT();
  return (
    <Facts>
      <Fact label={t('customers.number')}>{customer.number}</Fact>
      <Fact label={t('customers.account')}>
        <span className="wrap-anywhere">{customer.account_id}</span>
      </Fact>
      <Fact label={t('customers.email')}>{customer.email ?? '–'}</Fact>
      <Fact label={t('customers.phone')}>{customer.phone ?? '–'}</Fact>
      <Fact label={t('customers.type')}>{t(customer.type === '1' ? 'customers.real' : 'customers.experience')}</Fact>
      <Fact
        label={t('customers.identity')}
        note={customer.verified_by === null ? undefined : <Verifier by={customer.verified_by} />}
      >
        {t(customer.verified_by === null ? 'customers.unverified' : 'customers.verified')}
      </Fact>
      <IdentityFacts cases={customer.identity} isCut={customer.cut.includes('identity')} />
      <Fact label={t('customers.state')}>
        <Badge tone={customer.is_frozen ? 'danger' : 'good'}>
          {t(customer.is_frozen ? 'customers.frozen' : 'customers.open')}
        </Badge>
      </Fact>
      <Fact label={t('customers.since')}>
        <At at={customer.created_at} />
      </Fact>
    </Facts>
  );
}

function Sessions({ customer: { sessions, cut } }: { customer: Customer }): ReactNode {
  const t = useT();
  if (sessions.length === 0) return <Note>{t('customers.none')}</Note>;
  return (
    <>
      <Facts>
        {sessions.map(({ ip, device, created_at: at, last_seen_at: seen }) => (
          <Fact key={`${ip}${at}`} label={ip} note={device}>
            <Ago at={seen} />
          </Fact>
        ))}
      </Facts>
      {cut.includes('sessions') && <Note>{t('customers.sessionsCut', { count: sessions.length })}</Note>}
    </>
  );
}

function Balances({ balances }: Pick<Customer, 'balances'>): ReactNode {
  const t = useT();
  if (balances.length === 0) return <Note>{t('customers.none')}</Note>;
  const kinds = ['available', 'reserved', 'margin', 'staked'] as const;
  return (
    <Table
      label={t('customers.balances')}
      rows={balances}
      keyOf={({ coin }) => coin}
      columns={[
        { key: 'coin', label: t('customers.coin'), cell: ({ coin }) => coin },
        ...kinds.map((kind) => ({
          key: kind,
          label: t(`customers.${kind}`),
          isFigure: true,
          cell: (row: Customer['balances'][number]) => <Money amount={row[kind]} coin={row.coin} precision="short" />,
        })),
      ]}
    />
  );
}

function Orders({ customer }: { customer: Customer }): ReactNode {
  const t = useT();
  const { rows, more } = useOlder(customer, { list: 'orders', label: 'customers.orders' });
  const account = customer.account_id;
  if (rows.length === 0) return <Note>{t('customers.none')}</Note>;
  return (
    <>
      <Table
        label={t('customers.orders')}
        rows={rows}
        keyOf={({ order_id: id }) => id}
        columns={[
          { key: 'at', label: t('customers.at'), cell: (row) => <At at={row.received_at} /> },
          { key: 'product', label: t('customers.product'), cell: (row) => t(orderTexts[row.product]) },
          { key: 'coin', label: t('customers.coin'), cell: (row) => row.coin },
          { key: 'side', label: t('customers.side'), cell: (row) => <Word kind="side" code={row.side} /> },
          { key: 'amount', label: t('customers.amount'), isFigure: true, cell: (row) => <Money amount={row.amount} coin={row.amount_coin} hasCoin precision="short" /> }, // oxfmt-ignore
          { key: 'state', label: t('customers.result'), cell: (row) => <Word kind="state" code={row.state} /> },
          { key: 'paid', label: t('customers.paid'), isFigure: true, cell: (row) => <Money amount={row.paid} coin={row.paid_coin} hasCoin precision="short" /> }, // oxfmt-ignore
          { key: 'id', label: t('customers.order'), cell: (row) => row.order_id },
          { key: 'receipt', label: '', cell: (row) => hasReceipt(row) && <DownloadLink href={receiptOf(account, row)} label={t('customers.receipt')} /> }, // oxfmt-ignore
        ]}
      />
      {more}
    </>
  );
}

type Order = Customer['orders'][number];
/** Of a product that proves how an order ended, once it has. */
const hasReceipt = ({ product, paid }: Order): boolean =>
  paid !== null && receiptKinds.some((kind) => kind === product);
const receiptOf = (account: string, { product, order_id: id }: Order): string =>
  getCustomerReceipt.path.replace(':account_id', account).replace(':kind', product).replace(':id', id);

function Moves({ customer }: { customer: Customer }): ReactNode {
  const t = useT();
  const { rows, more } = useOlder(customer, { list: 'moves', label: 'customers.journal' });
  if (rows.length === 0) return <Note>{t('customers.none')}</Note>;
  return (
    <>
      <Table
        label={t('customers.journal')}
        rows={rows}
        keyOf={({ entry_id: id, leg }) => `${id}${leg}`}
        columns={[
          { key: 'at', label: t('customers.at'), cell: (row) => <At at={row.at} /> },
          { key: 'kind', label: t('customers.kind'), cell: (row) => <Word kind="movement" code={row.kind} /> },
          { key: 'from', label: t('customers.from'), cell: (row) => <Word kind="bucket" code={row.from} /> },
          { key: 'to', label: t('customers.to'), cell: (row) => <Word kind="bucket" code={row.to} /> },
          { key: 'amount', label: t('customers.amount'), isFigure: true, cell: (row) => <Money amount={row.amount} coin={row.coin} hasCoin /> }, // oxfmt-ignore
          { key: 'entry', label: t('customers.entry'), cell: (row) => row.entry_id },
        ]}
      />
      {more}
    </>
  );
}
