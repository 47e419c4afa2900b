// More margin: how far it moves the liquidation price away, and that it can be lost like the rest.
import { add, addContractMargin, formatAmount, parseAmount, wad } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useAvailable } from '../session/use-available.ts';
import { useSend } from '../session/use-send.ts';
import { useText } from '../text/texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Price } from '../ui/price.tsx';
import { SheetFoot } from '../ui/sheet-foot.tsx';
import { toast } from '../ui/toast.ts';
import { finishAmount } from '../ui/type-amount.ts';
import { Words } from '../ui/words.tsx';
import { lookAgainSoon } from './own-contracts.ts';
import { coinOf, liquidationAfter } from './position-rules.ts';

export function MarginForm({ order, onDone }: { order: ContractOrderMessage; onDone: () => void }): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const available = useAvailable();
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const more = useSend(addContractMargin);
  const { code } = coinOf(order);

  const amount = parseAmount(finishAmount(typed));
  const isTooMuch = amount !== undefined && available !== undefined && amount > wad(available);
  const fault = isTooMuch
    ? ({ code: 'insufficient-balance', facts: { available } } as const)
    : isTried && !amount
      ? ({ code: 'amount-malformed', facts: {} } as const)
      : undefined;
  const after = amount && liquidationAfter(order, amount);

  async function submit(): Promise<void> {
    setTried(true);
    if (!amount || isTooMuch) return;
    const outcome = await more.send({ trade_id: order.trade_id, amount: formatAmount(amount) });
    if (outcome === undefined) return;
    lookAgainSoon();
    if (!outcome.ok) return;
    toast.success(t('contracts.marginAdded'));
    onDone();
  }

  return (
    <Form className="gap-3" onSubmit={submit}>
      <AmountField
        label={t('contracts.marginAmount')}
        coin="USDT"
        value={typed}
        onChange={setTyped}
        max={available}
        error={fault && words(fault)}
      />
      <Facts isTight>
        <Fact label={t('contracts.marginThen')}>
          <Money
            amount={add(wad(order.margin), amount ?? wad('0'))}
            coin="USDT"
            precision="short"
            hasCoin
            size="small"
          />
        </Fact>
        <Fact label={t('contracts.liquidationPrice')}>
          <span className="inline-flex flex-wrap justify-end gap-x-1.5" dir="ltr">
            <Price price={order.liquidation_price} coin={code} size="small" tone="secondary" />
            {after !== undefined && (
              <>
                <Words size="small" tone="faint">
                  {t('options.arrow')}
                </Words>
                <Price price={formatAmount(after)} coin={code} size="small" weight="strong" />
              </>
            )}
          </span>
        </Fact>
      </Facts>
      <Words as="p" size="small" tone="secondary">
        {t('contracts.marginNote')}
      </Words>
      <SheetFoot>
        <Button type="submit" isWide isBusy={more.isSending}>
          {t('contracts.addMargin')}
        </Button>
      </SheetFoot>
    </Form>
  );
}
