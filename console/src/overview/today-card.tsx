// What the house took from customers and gave them since midnight, product by product.
import { getHouseToday } from '@candor/wire';
import { Money } from '@candor/web/ui/money.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import type { ReactNode } from 'react';
import { At } from '../queue/ago.tsx';
import { Loaded } from '../session/loaded.tsx';
import type { DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useT } from '../text/texts.ts';
import { Word } from '../text/wire-words.ts';
import { TitledCard } from '../ui/titled-card.tsx';

const everyMs = 30_000;
const figures = ['taken', 'given', 'result'] as const;
type Row = DataOf<typeof getHouseToday>['products'][number];

export function TodayCard(): ReactNode {
  const t = useT();
  return (
    <TitledCard title={t('overview.today')}>
      <Loaded read={useRead(getHouseToday, {}, { everyMs })}>
        {({ products, counted_at: at }) => (
          <>
            <Table
              label={t('overview.today')}
              rows={products}
              keyOf={({ product }) => product}
              columns={[
                {
                  key: 'product',
                  label: t('overview.product'),
                  cell: ({ product }) => <Word kind="product" code={product} />,
                },
                ...figures.map((figure) => ({
                  key: figure,
                  label: t(`overview.${figure}`),
                  isFigure: true,
                  cell: (row: Row) => (
                    <Money amount={row[figure]} coin="USDT" precision="cents" isSigned={figure === 'result'} />
                  ),
                })),
              ]}
            />
            <Note>
              {t('overview.countedAt')} <At at={at} />
            </Note>
          </>
        )}
      </Loaded>
    </TitledCard>
  );
}
