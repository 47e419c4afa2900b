// Closing a position or some of its sheets: what it would bring at the present price, then the tap.
import { closeContract } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { useOpenMarket } from '../live/use-open-market.ts';
import { contractChanges } from './contract-list.ts';
import { useDraft } from '../data/use-draft.ts';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Gain } from '../ui/gain.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { SheetFoot } from '../ui/sheet-foot.tsx';
import { toast } from '../ui/toast.ts';
import { Note } from '../ui/text.tsx';
import { closeFailure, judgeClose } from './close-rules.ts';
import { closePreview, coinOf } from './position-rules.ts';
import { SheetsField } from './sheets-field.tsx';
import { readSheets } from './read-sheets.ts';
import { useStanding } from './use-standing.ts';

export function CloseForm({ order, onDone }: { order: ContractOrderMessage; onDone: () => void }): ReactNode {
  const t = useT();
  const coin = coinOf(order);
  const isOpen = useOpenMarket(coin.symbol);
  const { price } = useStanding(order);
  const form = useDraft({
    first: { sheets: `${order.open_sheets}`, share: '' },
    judge: (fields) => ({ sheets: judgeClose(fields.sheets, order) }),
    call: closeContract,
    changes: contractChanges,
    payloadOf: (fields) => ({
      trade_id: order.trade_id,
      ...(fields.sheets !== `${order.open_sheets}` && { sheets_num: readSheets(fields.sheets) }),
    }),
    fieldOf: (code) => (code === 'sheets-out-of-range' ? 'sheets' : undefined),
    textOf: closeFailure,
    onDone() {
      toast.notice(t('contracts.closeSent'));
      onDone();
    },
  });
  const typed = form.fields.sheets;
  const sheets = readSheets(typed) ?? 0;
  const found = price && judgeClose(typed, order) === undefined ? closePreview(order, sheets, price) : undefined;

  return (
    <Form className="gap-3" {...form.form}>
      <SheetsField
        label={t('contracts.sheetsToClose')}
        coin={coin}
        most={order.open_sheets}
        share={form.fields.share}
        set={form.set}
        {...form.field('sheets')}
      />
      <Facts isTight>
        <Fact label={t('contracts.closeGain')}>
          <Gain amount={found?.pnl} hasCoin size="small" weight="normal" />
        </Fact>
        <Fact label={t('contracts.closePaid')}>
          <Money amount={found?.paid} coin="USDT" precision="short" hasCoin size="small" weight="strong" />
        </Fact>
        <Fact label={t('contracts.fee')}>{t('contracts.none')}</Fact>
      </Facts>
      <Note>{t('contracts.closeNote')}</Note>
      <SheetFoot>
        <Button type="submit" isWide isDisabled={!isOpen} isBusy={form.isSending}>
          {sheets === order.open_sheets ? t('contracts.closeWhole') : t('contracts.closePart', { count: sheets })}
        </Button>
      </SheetFoot>
    </Form>
  );
}
