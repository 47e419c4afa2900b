// The book of loans: what can be lent, what is promised, owed and overdue, and what falls due by day.
import { getLoanBook } from '@candor/wire';
import { Card } from '@candor/web/ui/card.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Money } from '@candor/web/ui/money.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import type { ReactNode } from 'react';
import { Loaded } from '../session/loaded.tsx';
import type { DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { PlacePage } from '../ui/frame.tsx';
import { TitledCard } from '../ui/titled-card.tsx';

type Book = DataOf<typeof getLoanBook>;
const everyMs = 5_000;

export function BookScreen(): ReactNode {
  const t = useT();
  return (
    <PlacePage title={t('lending.book')}>
      <Loaded read={useRead(getLoanBook, {}, { everyMs })}>{(book) => <BookView book={book} />}</Loaded>
    </PlacePage>
  );
}

function BookView({ book }: { book: Book }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const listed = (state: string, count: number): ReactNode => (
    <TextLink to={`/loans?state=${state}`} size="small" isInline>
      {formats.whole(count)}
    </TextLink>
  );
  return (
    <>
      <Card label={t('lending.book')}>
        <Facts>
          <Fact label={t('lending.free')}>{usdt(book.free)}</Fact>
          <Fact label={t('lending.promised')}>{usdt(book.reserved)}</Fact>
          <Fact label={t('lending.running')} note={listed('paid-out', book.running_count)}>
            {usdt(book.running)}
          </Fact>
          <Fact label={t('lending.overdueSum')} note={listed('overdue', book.overdue_count)}>
            {usdt(book.overdue)}
          </Fact>
        </Facts>
      </Card>
      <TitledCard title={t('lending.dueByDay')}>
        {book.due_by_day.length === 0 ? (
          <Note>{t('lending.none')}</Note>
        ) : (
          <Table
            label={t('lending.dueByDay')}
            rows={book.due_by_day}
            keyOf={({ day }) => day}
            columns={[
              { key: 'day', label: t('lending.day'), cell: ({ day }) => day },
              { key: 'count', label: t('lending.count'), isFigure: true, cell: ({ count }) => formats.whole(count) },
              { key: 'sum', label: t('lending.sum'), isFigure: true, cell: ({ total }) => usdt(total) },
            ]}
          />
        )}
      </TitledCard>
    </>
  );
}

const usdt = (amount: string): ReactNode => <Money amount={amount} coin="USDT" precision="short" />;
