// Take-profit and stop-loss of a position or a waiting order, by number; on the chart their lines do the same.
import { changeContractTriggers, formatAmount, wad, wrongStop } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useSend } from '../session/use-send.ts';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { SheetFoot } from '../ui/sheet-foot.tsx';
import { toast } from '../ui/toast.ts';
import { finishAmount } from '../ui/type-amount.ts';
import { Words } from '../ui/words.tsx';
import { lookAgainSoon } from './own-contracts.ts';
import { coinOf, sideOf, stakeOf } from './position-rules.ts';
import { StopField } from './stop-field.tsx';
import type { StopKind, StopsTyped } from './stop-rules.ts';
import { readStop } from './ticket-rules.ts';
import { useStanding } from './use-standing.ts';

export function StopsForm({ order, onDone }: { order: ContractOrderMessage; onDone: () => void }): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const coin = coinOf(order);
  const { price } = useStanding(order);
  const [typed, setTyped] = useState<StopsTyped>({
    takeProfit: order.take_profit ?? '',
    stopLoss: order.stop_loss ?? '',
  });
  const [isTried, setTried] = useState(false);
  const change = useSend(changeContractTriggers);

  const read = { takeProfit: readStop(finishAmount(typed.takeProfit), coin), stopLoss: readStop(finishAmount(typed.stopLoss), coin) }; // prettier-ignore
  const base = order.entry === null ? wad(order.trade_price) : price;
  const wrong = base && wrongStop(sideOf(order), base, { takeProfit: read.takeProfit.price ?? null, stopLoss: read.stopLoss.price ?? null }); // prettier-ignore
  const names = { takeProfit: 'take_profit', stopLoss: 'stop_loss' } as const;
  function errorAt(kind: StopKind): string | undefined {
    const { problem } = read[kind];
    if (problem) return words(problem);
    return wrong === names[kind] ? words({ code: 'trigger-wrong-side', facts: { field: wrong, price: formatAmount(base!) } }) : undefined; // prettier-ignore
  }
  const isWrong = errorAt('takeProfit') !== undefined || errorAt('stopLoss') !== undefined;

  async function submit(): Promise<void> {
    setTried(true);
    if (isWrong) return;
    const outcome = await change.send({
      trade_id: order.trade_id,
      take_profit: finishAmount(typed.takeProfit),
      stop_loss: finishAmount(typed.stopLoss),
    });
    if (outcome === undefined) return;
    lookAgainSoon();
    if (!outcome.ok) return;
    toast.success(t('contracts.stopsSaved'));
    onDone();
  }

  return (
    <Form className="gap-4" onSubmit={submit}>
      {(['takeProfit', 'stopLoss'] as const).map((kind) => (
        <StopField
          key={kind}
          kind={kind}
          coin={coin}
          stake={stakeOf(order)}
          liquidation={order.liquidation_price === null ? undefined : wad(order.liquidation_price)}
          value={typed[kind]}
          onChange={(value) => setTyped({ ...typed, [kind]: value })}
          error={isTried ? errorAt(kind) : undefined}
        />
      ))}
      <Words as="p" size="small" tone="secondary">
        {t('contracts.stopsNote')}
      </Words>
      <SheetFoot>
        <Button type="submit" isWide isBusy={change.isSending}>
          {t('contracts.saveStops')}
        </Button>
      </SheetFoot>
    </Form>
  );
}
