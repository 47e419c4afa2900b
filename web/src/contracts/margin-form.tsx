// More margin: how far it moves the liquidation price away, and that it can be lost like the rest.
import { add, addContractMargin, formatAmount, parseAmount, wad } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { AvailableLine } from '../live/available-line.tsx';
import { useAvailable } from '../live/use-available.ts';
import { contractChanges } from './contract-list.ts';
import { useDraft } from '../data/use-draft.ts';
import { useT } from '../text/texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Price } from '../ui/price.tsx';
import { SheetFoot } from '../ui/sheet-foot.tsx';
import { toast } from '../ui/toast.ts';
import { Note, Text } from '../ui/text.tsx';
import { coinOf, judgeMore, liquidationAfter } from './position-rules.ts';

export function MarginForm({ order, onDone }: { order: ContractOrderMessage; onDone: () => void }): ReactNode {
  const t = useT();
  const available = useAvailable();
  const { code } = coinOf(order);
  const form = useDraft({
    first: { amount: '' },
    judge: ({ amount }) => ({ amount: judgeMore(amount, available) }),
    call: addContractMargin,
    changes: contractChanges,
    payloadOf: ({ amount }) => ({ trade_id: order.trade_id, amount }),
    fieldOf: (refused) => (refused === 'insufficient-balance' ? 'amount' : undefined),
    textOf: (refused) => (refused === 'insufficient-balance' ? 'contracts.recharge' : undefined),
    onDone() {
      toast.success(t('contracts.marginAdded'));
      onDone();
    },
  });
  const amount = parseAmount(form.fields.amount);
  const after = amount && liquidationAfter(order, amount);

  return (
    <Form className="gap-3" {...form.form}>
      <AmountField label={t('contracts.marginAmount')} coin="USDT" {...form.field('amount')} max={available} />
      <AvailableLine available={available} isShort={amount && available ? amount > wad(available) : false} />
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
                <Text size="small" tone="faint">
                  {t('ui.arrow')}
                </Text>
                <Price price={formatAmount(after)} coin={code} size="small" weight="strong" />
              </>
            )}
          </span>
        </Fact>
      </Facts>
      <Note>{t('contracts.marginNote')}</Note>
      <SheetFoot>
        <Button type="submit" isWide isBusy={form.isSending}>
          {t('contracts.addMargin')}
        </Button>
      </SheetFoot>
    </Form>
  );
}
