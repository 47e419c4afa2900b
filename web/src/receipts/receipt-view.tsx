import { subtract, wad } from '@candor/wire';
import type { OptionReceipt } from '@candor/wire';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../text/texts.ts';
import { Text } from '../text/text.tsx';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Money } from '../ui/money.tsx';
import { Words } from '../ui/words.tsx';
import { ReceiptFacts } from './receipt-facts.tsx';
import { ReceiptTicks } from './receipt-ticks.tsx';
import { saveReceipt } from './save-receipt.ts';
import { VerifyReceipt } from './verify-panel.tsx';

export interface OptionReceiptViewProps {
  id: string;
  text: string;
  receipt: OptionReceipt;
}

export function OptionReceiptView({ id, text, receipt }: OptionReceiptViewProps): ReactNode {
  const t = useText();
  return (
    <div className="flex flex-col gap-3 pt-3">
      <Outcome receipt={receipt} />
      {receipt.void_reason !== null && (
        <Banner tone="info" title={t('receipts.voidTitle')}>
          {t(`options.void_${receipt.void_reason}`)}
        </Banner>
      )}
      {receipt.archive.ticks.length > 1 && <ReceiptTicks receipt={receipt} />}
      <Card className="py-1">
        <ReceiptFacts receipt={receipt} />
      </Card>
      <VerifyReceipt text={text} receipt={receipt} />
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" icon={Download} className="flex-1" onPress={() => saveReceipt({ id, text })}>
          {t('receipts.download')}
        </Button>
        <Button to={`/contracts?coin=${receipt.order.coin}&type=options`} className="flex-1">
          {t('receipts.again')}
        </Button>
      </div>
    </div>
  );
}

const badges = { win: 'good', lose: 'neutral', tie: 'neutral', void: 'warn' } as const;

function Outcome({ receipt }: { receipt: OptionReceipt }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const { order, terms, result, paid } = receipt;
  const amount = (value: string): ReactNode => <Money amount={value} coin="USDT" precision="short" size="small" />;
  return (
    <div className="flex flex-col items-center gap-1 text-center">
      <span className="flex flex-wrap items-center justify-center gap-2">
        <Badge tone={badges[result]}>{t(`receipts.result_${result}`)}</Badge>
        <Words size="small" tone="secondary" className="flex flex-wrap gap-x-1.5">
          <bdi dir="ltr">{t('options.pair', { coin: order.coin })}</bdi>
          <span>{t(`options.${order.side}`)}</span>
          <bdi>{formats.duration(terms.duration_ms)}</bdi>
        </Words>
      </span>
      <Money
        amount={subtract(wad(paid), wad(order.stake))}
        coin="USDT"
        precision="short"
        isSigned
        hasCoin
        size="figure"
        weight="strong"
        tone={result === 'win' ? 'good' : 'text'}
      />
      <Words size="small" tone="secondary">
        <Text id="receipts.stakedPaid" values={{ stake: amount(order.stake), paid: amount(paid) }} />
      </Words>
    </div>
  );
}
