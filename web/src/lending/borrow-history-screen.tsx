// What one has asked for and borrowed, newest first, and what became of it.
import type { BorrowRecord } from '@candor/wire';
import { HandCoins } from 'lucide-react';
import type { ReactNode } from 'react';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { HideBalances } from '../ui/hide-balances.tsx';
import { List, Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { borrowRecords } from './borrow-list.ts';
import { StateBadge } from './state-badge.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const accountId = useUser()?.account_id ?? '';
  const list = useList(borrowRecords, { account_id: accountId }, { isEnabled: accountId !== '' });
  const toBorrow = <Button to="/borrow">{t('shell.menuBorrow')}</Button>;
  return (
    <Page title={t('shell.menuBorrowHistory')} back="/borrow" actions={<HideBalances />}>
      <PagedList
        list={list}
        empty={<EmptyState icon={HandCoins} title={t('lending.none')} action={toBorrow} />}
        render={(records) => (
          <List label={t('shell.menuBorrowHistory')}>
            {records.map((record) => (
              <RecordRow key={record.borrow_id} record={record} />
            ))}
          </List>
        )}
      />
    </Page>
  );
}

function RecordRow({ record }: { record: BorrowRecord }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { number, owed_now: owed, due_at: due } = record;
  return (
    <Row
      title={<Money amount={number} coin="USDT" precision="short" hasCoin isPrivate />}
      note={<bdi>{formats.date(record.applied_at)}</bdi>}
      end={<StateBadge record={record} />}
      endNote={owed !== null && due !== null ? t('lending.dueOn', { date: formats.date(due) }) : undefined}
      to={`/borrowed/${record.borrow_id}`}
    />
  );
}
