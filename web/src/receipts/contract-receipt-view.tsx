import { wad } from '@candor/wire';
import type { ContractReceipt } from '@candor/wire';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Text } from '../text/text.tsx';
import { useFormats, useText } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Money } from '../ui/money.tsx';
import { Side } from '../ui/side.tsx';
import { Words } from '../ui/words.tsx';
import { ContractChanges } from './contract-changes.tsx';
import { ContractFacts } from './contract-facts.tsx';
import { sumsOf } from './contract-sums.ts';
import { ContractTicks } from './contract-ticks.tsx';
import { saveReceipt } from './save-receipt.ts';
import { SharePicture } from './share-picture.tsx';
import { VerifyReceipt } from './verify-panel.tsx';

export interface ContractReceiptViewProps {
  id: string;
  text: string;
  receipt: ContractReceipt;
}

export function ContractReceiptView({ id, text, receipt }: ContractReceiptViewProps): ReactNode {
  const t = useText();
  return (
    <div className="flex flex-col gap-3 pt-3">
      <Outcome receipt={receipt} />
      {receipt.cancel_reason !== null && (
        <Banner tone="info" title={t('receipts.cancelTitle')}>
          {t(`receipts.cancel_${receipt.cancel_reason}`)}
        </Banner>
      )}
      <ContractTicks receipt={receipt} />
      <Card className="py-1">
        <ContractFacts receipt={receipt} />
      </Card>
      {receipt.changes.length > 0 && <ContractChanges receipt={receipt} />}
      <VerifyReceipt text={text} receipt={receipt} />
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" icon={Download} className="flex-1" onPress={() => saveReceipt({ id, text })}>
          {t('receipts.download')}
        </Button>
        {receipt.result !== 'cancelled' && <SharePicture id={id} receipt={receipt} />}
        <Button to={`/contracts?coin=${receipt.order.coin}&type=cfd`} className="flex-1">
          {t('receipts.again')}
        </Button>
      </div>
    </div>
  );
}

const badges = {
  closed: 'neutral',
  'take-profit': 'good',
  'stop-loss': 'neutral',
  liquidated: 'danger',
  cancelled: 'warn',
} as const;

function Outcome({ receipt }: { receipt: ContractReceipt }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const { order, result } = receipt;
  const sums = sumsOf(receipt);
  const amount = (value: typeof sums.paid): ReactNode => (
    <Money amount={value} coin="USDT" precision="short" size="small" />
  );
  return (
    <div className="flex flex-col items-center gap-1 text-center">
      <span className="flex flex-wrap items-center justify-center gap-2">
        <Badge tone={badges[result]}>{t(`contracts.result_${result}`)}</Badge>
        <Words size="small" tone="secondary" className="flex flex-wrap items-center gap-x-1.5">
          <bdi dir="ltr">{t('market.pair', { coin: order.coin })}</bdi>
          <Side side={order.side === 'long' ? 'up' : 'down'} size="small">
            {t(`contracts.${order.side}`)}
          </Side>
          <bdi dir="ltr" className="figure">
            {t('contracts.lever', { lever: formats.whole(order.lever) })}
          </bdi>
        </Words>
      </span>
      <Money
        amount={sums.gain}
        coin="USDT"
        precision="short"
        isSigned
        hasCoin
        size="figure"
        weight="strong"
        tone={sums.gain > 0n ? 'good' : 'text'}
      />
      {sums.roe !== undefined && (
        <Words size="small" weight="medium" tone={sums.gain > 0n ? 'good' : 'secondary'}>
          <bdi dir="ltr" className="figure">
            {formats.percent(sums.roe, { isSigned: true })}
          </bdi>
        </Words>
      )}
      <Words size="small" tone="secondary">
        <Text
          id="receipts.marginPaid"
          values={{ margin: amount(sums.margin), fee: amount(wad(order.fee)), paid: amount(sums.paid) }}
        />
      </Words>
    </div>
  );
}
