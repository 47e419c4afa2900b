// Take-profit and stop-loss of a position or a waiting order, by number; on the chart their lines do the same.
import { changeContractTriggers, wad } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { contractChanges } from './contract-list.ts';
import { useDraft } from '../data/use-draft.ts';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Price } from '../ui/price.tsx';
import { SheetFoot } from '../ui/sheet-foot.tsx';
import { Stats } from '../ui/stats.tsx';
import { toast } from '../ui/toast.ts';
import { Note } from '../ui/text.tsx';
import { coinOf, sideOf, stakeOf } from './position-rules.ts';
import { PriceNow } from './price-now.tsx';
import { StopField } from './stop-field.tsx';
import { judgeStops } from './stop-rules.ts';
import { useStanding } from './use-standing.ts';

export function StopsForm({ order, onDone }: { order: ContractOrderMessage; onDone: () => void }): ReactNode {
  const t = useT();
  const coin = coinOf(order);
  const { price } = useStanding(order);
  const base = order.entry === null ? wad(order.trade_price) : price;
  const form = useDraft({
    first: { takeProfit: order.take_profit ?? '', stopLoss: order.stop_loss ?? '' },
    judge: (typed) => judgeStops(typed, { side: sideOf(order), base, coin }).faults,
    call: changeContractTriggers,
    changes: contractChanges,
    payloadOf: ({ takeProfit, stopLoss }) => ({
      trade_id: order.trade_id,
      take_profit: takeProfit,
      stop_loss: stopLoss,
    }),
    onDone() {
      toast.success(t('contracts.stopsSaved'));
      onDone();
    },
  });
  const liquidation = order.liquidation_price === null ? undefined : wad(order.liquidation_price);
  const shown = { coin, stake: stakeOf(order), liquidation };
  return (
    <Form className="gap-4" {...form.form}>
      <Stats
        isSmall
        stats={[
          { label: t('contracts.entry'), value: <Price price={order.entry?.price ?? order.trade_price} coin={coin.code} size="small" /> },
          { label: t('contracts.priceNow'), value: <PriceNow order={order} /> },
        ]} // oxfmt-ignore
      />
      <StopField kind="takeProfit" {...shown} {...form.field('takeProfit')} />
      <StopField kind="stopLoss" {...shown} {...form.field('stopLoss')} />
      <Note>{t('contracts.stopsNote')}</Note>
      <SheetFoot>
        <Button type="submit" isWide isBusy={form.isSending}>
          {t('contracts.saveStops')}
        </Button>
      </SheetFoot>
    </Form>
  );
}
