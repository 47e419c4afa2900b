// Closing a position or some of its sheets: what it would bring at the present price, then the tap.
import { closeContract } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useOpenMarket } from '../session/live/use-open-market.ts';
import { useSend } from '../session/use-send.ts';
import { useText } from '../text/texts.ts';
import { useRefusalWords } from '../session/refusal-words.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { SheetFoot } from '../ui/sheet-foot.tsx';
import { toast } from '../ui/toast.ts';
import { Words } from '../ui/words.tsx';
import { lookAgainSoon } from './own-contracts.ts';
import { closePreview, coinOf, toneOf } from './position-rules.ts';
import { SheetsField } from './sheets-field.tsx';
import { useStanding } from './use-standing.ts';

export function CloseForm({ order, onDone }: { order: ContractOrderMessage; onDone: () => void }): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const coin = coinOf(order);
  const isOpen = useOpenMarket(coin.symbol);
  const { price } = useStanding(order);
  const [typed, setTyped] = useState(`${order.open_sheets}`);
  const [isTried, setTried] = useState(false);
  const close = useSend(closeContract);
  const sheets = typed === '' ? 0 : parseInt(typed, 10);
  const isInRange = sheets >= 1 && sheets <= order.open_sheets;
  const found = price && isInRange ? closePreview(order, sheets, price) : undefined;
  const fault = { code: 'sheets-out-of-range', facts: { min: '1', max: `${order.open_sheets}` } } as const;

  async function submit(): Promise<void> {
    setTried(true);
    if (!isInRange) return;
    const part = sheets < order.open_sheets ? { sheets_num: sheets } : {};
    const outcome = await close.send({ trade_id: order.trade_id, ...part });
    if (outcome === undefined) return;
    lookAgainSoon();
    if (!outcome.ok) return;
    toast.notice(t('contracts.closeSent'));
    onDone();
  }

  return (
    <Form className="gap-3" onSubmit={submit}>
      <SheetsField
        label={t('contracts.sheetsToClose')}
        coin={coin}
        value={typed}
        onChange={setTyped}
        most={order.open_sheets}
        error={isTried && !isInRange ? words(fault) : undefined}
      />
      <Facts isTight>
        <Fact label={t('contracts.closeGain')}>
          <Money
            amount={found?.pnl}
            coin="USDT"
            precision="short"
            isSigned
            hasCoin
            size="small"
            tone={found ? toneOf(found.pnl) : 'inherit'}
          />
        </Fact>
        <Fact label={t('contracts.closePaid')}>
          <Money amount={found?.paid} coin="USDT" precision="short" hasCoin size="small" weight="strong" />
        </Fact>
        <Fact label={t('contracts.fee')}>{t('contracts.none')}</Fact>
      </Facts>
      <Words as="p" size="small" tone="secondary">
        {t('contracts.closeNote')}
      </Words>
      <SheetFoot>
        <Button type="submit" isWide isDisabled={!isOpen} isBusy={close.isSending}>
          {sheets === order.open_sheets ? t('contracts.closeWhole') : t('contracts.closePart', { count: sheets })}
        </Button>
      </SheetFoot>
    </Form>
  );
}
