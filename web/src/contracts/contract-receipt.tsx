// The receipt of a contract, from the order to the end of the position.
import { wad } from '@candor/wire';
import type { ContractCheckName } from '@candor/proof';
import type { ContractReceipt } from '@candor/wire';
import type { ReactNode } from 'react';
import { ReceiptActions } from '../receipts/receipt-actions.tsx';
import type { CheckWords } from '../receipts/verification.ts';
import { VerifyReceipt } from '../receipts/verify-panel.tsx';
import type { ReceiptViewProps } from '../session/product-face.ts';
import { Translated } from '../text/translated.tsx';
import { useFormats, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Card } from '../ui/card.tsx';
import { moveOf } from '../ui/change.tsx';
import { Money } from '../ui/money.tsx';
import { Side } from '../ui/side.tsx';
import { Figure, Text } from '../ui/text.tsx';
import { ReceiptChanges } from './receipt-changes.tsx';
import { ReceiptFacts } from './receipt-facts.tsx';
import { figures } from './receipt-figures.ts';
import { sumsOf } from './receipt-sums.ts';
import { ReceiptTicks } from './receipt-ticks.tsx';
import { SharePicture } from './share-picture.tsx';

export function ReceiptView({ text, receipt }: ReceiptViewProps<'contract'>): ReactNode {
  const t = useT();
  const { trade_id: id } = receipt.order;
  return (
    <div className="flex flex-col gap-3 pt-3">
      <Outcome receipt={receipt} />
      {receipt.cancel_reason !== null && (
        <Banner tone="info" title={t('receipts.cancelTitle')}>
          {t(
            receipt.cancel_reason === 'expired'
              ? 'contracts.cancel_expired'
              : `receipts.cancel_${receipt.cancel_reason}`,
          )}
        </Banner>
      )}
      <ReceiptTicks receipt={receipt} />
      <Card className="py-1">
        <ReceiptFacts receipt={receipt} />
      </Card>
      {receipt.changes.length > 0 && <ReceiptChanges receipt={receipt} />}
      <VerifyReceipt text={text} words={wordsOf(receipt)} />
      <ReceiptActions
        id={id}
        text={text}
        to={`/contracts?coin=${receipt.order.coin}&type=cfd`}
        picture={receipt.result !== 'cancelled' && <SharePicture id={id} receipt={receipt} />}
      />
    </div>
  );
}

/** What these ask of a contract is not what they ask of an option. */
const ownTitles = ['terms', 'reach', 'entry', 'changes', 'liquidation', 'exit', 'result'] as const;

const wordsOf = (receipt: ContractReceipt): CheckWords => ({
  titleOf({ name, isNote }) {
    if (isNote) return undefined;
    const own = ownTitles.find((one) => one === name);
    return own && `receipts.contract_${own}`;
  },
  figuresOf: (name, seen) => figures[name as ContractCheckName](receipt, seen),
});

const badges = {
  closed: 'neutral',
  'take-profit': 'rise',
  'stop-loss': 'neutral',
  liquidated: 'danger',
  cancelled: 'warn',
} as const;

function Outcome({ receipt }: { receipt: ContractReceipt }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { order, result } = receipt;
  const sums = sumsOf(receipt);
  const amount = (value: typeof sums.paid): ReactNode => (
    <Money amount={value} coin="USDT" precision="short" size="small" />
  );
  return (
    <div className="flex flex-col items-center gap-1 text-center">
      <span className="flex flex-wrap items-center justify-center gap-2">
        <Badge tone={badges[result]}>{t(`contracts.result_${result}`)}</Badge>
        <Text size="small" tone="secondary" className="flex flex-wrap items-center gap-x-1.5">
          <bdi dir="ltr">{t('market.pair', { coin: order.coin })}</bdi>
          <Side side={order.side === 'long' ? 'up' : 'down'} size="small">
            {t(`contracts.${order.side}`)}
          </Side>
          <Figure>{t('contracts.lever', { lever: formats.whole(order.lever) })}</Figure>
        </Text>
      </span>
      <Money
        amount={sums.net}
        coin="USDT"
        precision="short"
        isSigned
        hasCoin
        size="figure"
        weight="strong"
        tone={sums.net > 0n ? 'rise' : 'text'}
      />
      {sums.roe !== undefined && (
        <Text size="small" weight="medium" tone={moveOf(sums.roe) === 'up' ? 'rise' : 'secondary'}>
          <Figure>{formats.percent(sums.roe, { isSigned: true })}</Figure>
        </Text>
      )}
      {result !== 'cancelled' && (
        <Text size="small" tone="secondary">
          <Translated
            id="receipts.beforeFee"
            values={{
              fee: amount(wad(order.fee)),
              gain: <Money amount={sums.gain} coin="USDT" precision="short" isSigned size="small" />,
            }}
          />
        </Text>
      )}
      <Text size="small" tone="secondary">
        <Translated
          id="receipts.marginPaid"
          values={{ margin: amount(sums.margin), fee: amount(wad(order.fee)), paid: amount(sums.paid) }}
        />
      </Text>
    </div>
  );
}
