// The receipt of a swap: what was agreed, both ticks, and what changed hands.
import type { CheckName } from '@candor/proof';
import type { SwapReceipt } from '@candor/wire';
import type { ReactNode } from 'react';
import { clock, parts, short, tickFigures } from '../receipts/check-figures.ts';
import type { Seen } from '../receipts/check-figures.ts';
import { ReceiptActions } from '../receipts/receipt-actions.tsx';
import { FactRow, Figure, TickRow } from '../receipts/receipt-facts.tsx';
import type { CheckWords } from '../receipts/verification.ts';
import { VerifyReceipt } from '../receipts/verify-panel.tsx';
import type { ReceiptViewProps } from '../session/product-face.ts';
import type { TextKey } from '../text/keys.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { List } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Text } from '../ui/text.tsx';

export function ReceiptView({ text, receipt }: ReceiptViewProps<'swap'>): ReactNode {
  return (
    <div className="flex flex-col gap-3 pt-3">
      <Outcome receipt={receipt} />
      <Card className="py-1">
        <Facts receipt={receipt} />
      </Card>
      <VerifyReceipt text={text} words={wordsOf(receipt)} />
      <ReceiptActions id={receipt.order.exchange_id} text={text} to="/exchange" />
    </div>
  );
}

function Outcome({ receipt }: { receipt: SwapReceipt }): ReactNode {
  const t = useT();
  const { order, result, reason, received } = receipt;
  return (
    <div className="flex flex-col items-center gap-1 text-center">
      <Badge tone={result === 'filled' ? 'good' : 'neutral'}>{t(`swap.status_${result}`)}</Badge>
      <Money
        amount={result === 'filled' ? received : order.from_amount}
        coin={result === 'filled' ? order.to_coin : order.from_coin}
        hasCoin
        size="figure"
        weight="strong"
      />
      {reason !== null && (
        <Text size="small" tone="secondary">
          {t(`swap.reason_${reason}`)}
        </Text>
      )}
    </div>
  );
}

function Facts({ receipt }: { receipt: SwapReceipt }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { order, from_tick, to_tick, given, received } = receipt;
  return (
    <List>
      <FactRow
        name={t('swap.agreed')}
        value={<Figure>{`${order.from_amount} ${order.from_coin} → ${order.to_amount} ${order.to_coin}`}</Figure>}
        note={<bdi>{formats.dateTime(order.received_ms, 'milliseconds')}</bdi>}
      />
      {order.from_coin !== 'USDT' && (
        <TickRow name={t('swap.tickOf', { coin: order.from_coin })} coin={order.from_coin} tick={from_tick} />
      )}
      {order.to_coin !== 'USDT' && (
        <TickRow name={t('swap.tickOf', { coin: order.to_coin })} coin={order.to_coin} tick={to_tick} />
      )}
      <FactRow name={t('swap.give')} value={<Money amount={given} coin={order.from_coin} hasCoin />} />
      <FactRow
        name={t('swap.receive')}
        value={<Money amount={received} coin={order.to_coin} hasCoin />}
        note={<Figure>{receipt.formula}</Figure>}
      />
    </List>
  );
}

const wordsOf = (receipt: SwapReceipt): CheckWords => ({
  titleOf: ({ name, isNote }) => (isNote ? undefined : titles[name as CheckName]),
  figuresOf: (name, seen) => figures[name as CheckName](receipt, seen),
});

const titles: Partial<Record<CheckName, TextKey>> = {
  terms: 'swap.check_terms',
  entry: 'swap.check_from',
  exit: 'swap.check_to',
};

const figures: Record<CheckName, (receipt: SwapReceipt, seen: Seen) => string> = {
  form: () => '',
  terms: ({ order }) => `${order.from_amount} ${order.from_coin}`,
  chain: ({ archive }) => parts(...archive.map(({ coin, end_hash }) => `${coin} ${short(end_hash)}`)),
  archive: ({ archive }, { formats, ticks }) =>
    `${formats.whole(archive.reduce((sum, run) => sum + run.ticks.length, 0))} / ${formats.whole(ticks)}`,
  reach: ({ archive }, seen) => parts(...archive.map(({ ticks }) => clock(seen, ticks.at(-1)?.[3]))),
  entry: ({ from_tick, order }, seen) => tickFigures(from_tick, order.from_coin, seen),
  expiry: ({ order }, seen) => clock(seen, order.expires_ms) ?? '–',
  exit: ({ to_tick, order }, seen) => tickFigures(to_tick, order.to_coin, seen),
  result: ({ order }) => order.rate,
  payout: ({ received, order }) => `${received} ${order.to_coin}`,
  formula: ({ received, order }) => `${received} ${order.to_coin}`,
  settled: ({ settled_at }, seen) => clock(seen, Date.parse(settled_at)) ?? '',
  digests: ({ issuer }, { formats }) => formats.whole(Object.keys(issuer.digests).length),
  signature: ({ issuer }) => short(issuer.signature),
  key: ({ issuer }) => short(issuer.public_key),
};
