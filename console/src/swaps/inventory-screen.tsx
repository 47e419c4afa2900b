// What the house can give of each coin and who may ask for more, and what it gained or lost by swaps.
import { askRefill, getInventory, getSwapResult, inventoryLowShare, letsIn } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Money } from '@candor/web/ui/money.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { At } from '../queue/ago.tsx';
import { Loaded } from '../session/loaded.tsx';
import { useMe } from '../session/session.ts';
import type { DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { PlacePage } from '../ui/frame.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { AskPanel } from './refill-panels.tsx';

type Coin = DataOf<typeof getInventory>['coins'][number];
type Result = DataOf<typeof getSwapResult>;
const everyMs = 5_000;
/** What was counted is up to a minute old, and prices move meanwhile. */
const resultEveryMs = 30_000;

export function InventoryScreen(): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <PlacePage title={t('swaps.inventory')}>
      <TitledCard title={t('swaps.inventoryTitle')}>
        <Note>{t('swaps.inventoryNote', { share: formats.percent(inventoryLowShare, { decimals: 0 }) })}</Note>
        <Loaded read={useRead(getInventory, {}, { everyMs })}>{({ coins }) => <Inventory coins={coins} />}</Loaded>
      </TitledCard>
      <TitledCard title={t('swaps.result')}>
        <Note>{t('swaps.resultNote')}</Note>
        <Loaded read={useRead(getSwapResult, {}, { everyMs: resultEveryMs })}>
          {(result) => (result.coins.length === 0 ? <Note>{t('swaps.none')}</Note> : <ResultView result={result} />)}
        </Loaded>
      </TitledCard>
    </PlacePage>
  );
}

const amounts = ['free', 'promised', 'held', 'limits_take', 'paid_in'] as const;
const amountNames = { free: 'swaps.free', promised: 'swaps.promised', held: 'swaps.held', limits_take: 'swaps.limitsTake', paid_in: 'swaps.paidIn' } as const; // oxfmt-ignore

function Inventory({ coins }: { coins: readonly Coin[] }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const [asking, setAsking] = useState<string>();
  return (
    <>
      <Table
        label={t('swaps.inventoryTitle')}
        rows={coins}
        keyOf={({ coin }) => coin}
        columns={[
          { key: 'coin', label: t('swaps.coin'), cell: ({ coin }) => coin },
          { key: 'low', label: t('swaps.low'), cell: (row) => row.is_low && <Badge tone="warn">{t('swaps.low')}</Badge> }, // oxfmt-ignore
          ...amounts.map((name) => ({
            key: name,
            label: t(amountNames[name]),
            isFigure: true,
            cell: (row: Coin) => <Money amount={row[name]} coin={row.coin} precision="short" />,
          })),
          { key: 'limits', label: t('swaps.limits'), isFigure: true, cell: (row) => formats.whole(row.limits) },
          { key: 'refill', label: t('swaps.refill'), cell: (row) => <RefillCell row={row} onAsk={() => setAsking(row.coin)} /> }, // oxfmt-ignore
        ]}
      />
      {asking !== undefined && <AskPanel coin={asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}

function RefillCell({ row, onAsk }: { row: Coin; onAsk: () => void }): ReactNode {
  const [t, me] = [useT(), useMe()];
  if (row.refill_id !== null) {
    return (
      <TextLink to="/refills" size="small" isInline>
        {t('swaps.state_open')}
      </TextLink>
    );
  }
  if (!letsIn(askRefill, me)) return null;
  return (
    <Button look="secondary" isSmall label={`${t('swaps.refill')}: ${row.coin}`} onPress={onAsk}>
      {t('swaps.refill')}
    </Button>
  );
}

const sums = ['taken', 'given', 'net'] as const;

function ResultView({ result }: { result: Result }): ReactNode {
  const t = useT();
  const usdt = (amount: string | null): ReactNode => <Money amount={amount} coin="USDT" precision="cents" isSigned />;
  return (
    <>
      <Facts>
        <Fact label={t('swaps.atFill')}>{usdt(result.at_fill.result)}</Fact>
        <Fact label={t('swaps.since')}>{usdt(result.since)}</Fact>
        <Fact label={t('swaps.both')}>{usdt(result.result)}</Fact>
      </Facts>
      <Table
        label={t('swaps.result')}
        rows={result.coins}
        keyOf={({ coin }) => coin}
        columns={[
          { key: 'coin', label: t('swaps.coin'), cell: ({ coin }) => coin },
          ...sums.map((name) => ({
            key: name,
            label: t(`swaps.${name}`),
            isFigure: true,
            cell: (row: Result['coins'][number]) => (
              <Money amount={row[name]} coin={row.coin} precision="short" isSigned={name === 'net'} />
            ),
          })),
          { key: 'value', label: t('swaps.value'), isFigure: true, cell: (row) => usdt(row.value) },
        ]}
      />
      <Note>
        {t('swaps.countedAt')} <At at={result.counted_at} />
      </Note>
    </>
  );
}
