// What else is known of a customer: what happened to the account, holds, limits of the customer's own, and notes of operators.
import { getCustomer, letsIn, noteCustomer } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { Form } from '@candor/web/ui/form.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Money } from '@candor/web/ui/money.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Ago, At } from '../queue/ago.tsx';
import { useMe, type DataOf } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Word } from '../text/wire-words.ts';
import { TitledCard } from '../ui/titled-card.tsx';
import { useOlder } from './older-rows.tsx';

type Customer = DataOf<typeof getCustomer>;

export function NotesCard({ customer }: { customer: Customer }): ReactNode {
  const [t, me] = [useT(), useMe()];
  const [text, setText] = useState('');
  const { send, isSending } = useSend(noteCustomer, { changes: [getCustomer] });
  const { rows, more } = useOlder(customer, { list: 'notes', label: 'customers.notes' });
  async function submit(): Promise<void> {
    const outcome = await send({ account_id: customer.account_id, text: text.trim() });
    if (outcome?.ok) setText('');
  }
  return (
    <TitledCard title={t('customers.notes')}>
      {rows.length === 0 && <Note>{t('customers.none')}</Note>}
      <Facts>
        {rows.map(({ note_id: id, at, operator, text: words }) => (
          <Fact key={id} label={<span className="wrap-anywhere">{words}</span>} note={operator}>
            <Ago at={at} />
          </Fact>
        ))}
      </Facts>
      {more}
      {letsIn(noteCustomer, me) && (
        <Form onSubmit={() => void submit()}>
          <Field label={t('customers.newNote')} value={text} onChange={setText} maxLength={2000} />
          <Button type="submit" look="secondary" isSmall isBusy={isSending} isDisabled={text.trim() === ''}>
            {t('customers.addNote')}
          </Button>
        </Form>
      )}
    </TitledCard>
  );
}

export function LimitsCard({ customer: { limits, holds } }: { customer: Customer }): ReactNode {
  const t = useT();
  const amounts = ['loss_day', 'loss_week', 'loss_month', 'stake_max'] as const;
  const own = amounts.filter((name) => limits[name] !== null);
  const isNone = own.length === 0 && limits.pause === null && holds.length === 0;
  return (
    <TitledCard title={t('customers.limits')}>
      {isNone && <Note>{t('customers.none')}</Note>}
      <Facts>
        {own.map((name) => (
          <Fact key={name} label={t(`customers.${name}`)}>
            <Money amount={limits[name]} coin="USDT" hasCoin size="small" />
          </Fact>
        ))}
        {limits.pause && (
          <Fact label={t('customers.pause')} note={<Word kind="pause" code={limits.pause.kind} />}>
            <At at={limits.pause.ends_at} />
          </Fact>
        )}
        {holds.map(({ reason, ends_at: at }) => (
          <Fact key={reason} label={t('customers.hold')} note={<Word kind="hold" code={reason} />}>
            <At at={at} />
          </Fact>
        ))}
      </Facts>
    </TitledCard>
  );
}

export function EventsCard({ customer }: { customer: Customer }): ReactNode {
  const t = useT();
  const { rows, more } = useOlder(customer, { list: 'events', label: 'customers.events' });
  return (
    <TitledCard title={t('customers.events')}>
      {rows.length === 0 ? (
        <Note>{t('customers.none')}</Note>
      ) : (
        <Table
          label={t('customers.events')}
          rows={rows}
          keyOf={({ event_id: id }) => id}
          columns={[
            { key: 'at', label: t('customers.at'), cell: (row) => <At at={row.at} /> },
            { key: 'kind', label: t('customers.kind'), cell: (row) => <Word kind="event" code={row.kind} /> },
            { key: 'ip', label: t('customers.address'), cell: (row) => row.ip },
            { key: 'device', label: t('customers.device'), cell: (row) => <span className="wrap-anywhere">{row.device}</span> }, // oxfmt-ignore
            { key: 'disowned', label: '', cell: (row) => row.disowned_at && <Badge tone="danger">{t('customers.disowned')}</Badge> }, // oxfmt-ignore
          ]}
        />
      )}
      {more}
    </TitledCard>
  );
}
