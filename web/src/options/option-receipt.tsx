// The receipt of an option, from what was agreed to what was paid.
import { subtract, wad } from '@candor/wire';
import type { CheckName } from '@candor/proof';
import type { OptionReceipt } from '@candor/wire';
import type { ReactNode } from 'react';
import { ReceiptActions } from '../receipts/receipt-actions.tsx';
import type { ReceiptViewProps } from '../session/product-face.ts';
import type { CheckWords } from '../receipts/verification.ts';
import { VerifyReceipt } from '../receipts/verify-panel.tsx';
import { useFormats, useT } from '../text/texts.ts';
import { Translated } from '../text/translated.tsx';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Card } from '../ui/card.tsx';
import { Money } from '../ui/money.tsx';
import { Text } from '../ui/text.tsx';
import { isNextTick, ReceiptFacts } from './receipt-facts.tsx';
import { figures } from './receipt-figures.ts';
import { voidText } from './void-text.ts';
import { ReceiptTicks } from './receipt-ticks.tsx';

export function ReceiptView({ text, receipt }: ReceiptViewProps<'option'>): ReactNode {
  const t = useT();
  return (
    <div className="flex flex-col gap-3 pt-3">
      <Outcome receipt={receipt} />
      {receipt.void_reason !== null && (
        <Banner tone="info" title={t('receipts.voidTitle')}>
          {t(voidText(receipt.void_reason, receipt.version === 1 ? 0 : receipt.terms.exit_wait_ms))}
        </Banner>
      )}
      {receipt.archive.ticks.length > 1 && <ReceiptTicks receipt={receipt} />}
      <Card className="py-1">
        <ReceiptFacts receipt={receipt} />
      </Card>
      <VerifyReceipt text={text} words={wordsOf(receipt)} />
      <ReceiptActions
        id={receipt.order.option_order_id}
        text={text}
        to={`/contracts?coin=${receipt.order.coin}&type=options`}
      />
    </div>
  );
}

const wordsOf = (receipt: OptionReceipt): CheckWords => ({
  titleOf: ({ name }) => (name === 'exit' && isNextTick(receipt) ? 'receipts.exitNext' : undefined),
  figuresOf: (name, seen) => figures[name as CheckName](receipt, seen),
});

const badges = { win: 'rise', lose: 'neutral', tie: 'neutral', void: 'warn' } as const;

function Outcome({ receipt }: { receipt: OptionReceipt }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { order, terms, result, paid } = receipt;
  const amount = (value: string): ReactNode => <Money amount={value} coin="USDT" precision="short" size="small" />;
  return (
    <div className="flex flex-col items-center gap-1 text-center">
      <span className="flex flex-wrap items-center justify-center gap-2">
        <Badge tone={badges[result]}>{t(`receipts.result_${result}`)}</Badge>
        <Text size="small" tone="secondary" className="flex flex-wrap gap-x-1.5">
          <bdi dir="ltr">{t('market.pair', { coin: order.coin })}</bdi>
          <span>{t(`options.${order.side}`)}</span>
          <bdi>{formats.duration(terms.duration_ms)}</bdi>
        </Text>
      </span>
      <Money
        amount={subtract(wad(paid), wad(order.stake))}
        coin="USDT"
        precision="short"
        isSigned
        hasCoin
        size="figure"
        weight="strong"
        tone={result === 'win' ? 'rise' : 'text'}
      />
      <Text size="small" tone="secondary">
        <Translated id="receipts.stakedPaid" values={{ stake: amount(order.stake), paid: amount(paid) }} />
      </Text>
    </div>
  );
}
