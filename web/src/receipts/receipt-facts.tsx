// The numbers of a receipt, each with where it comes from.
import { coinOfCode } from '@candor/wire';
import type { OptionReceipt } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../text/texts.ts';
import type { Formats } from '../text/formats.ts';
import { List, Row } from '../ui/list.tsx';
import { Words } from '../ui/words.tsx';

export const Figure = ({ children }: { children: ReactNode }): ReactNode => (
  <bdi dir="ltr" className="figure">
    {children}
  </bdi>
);

export function ReceiptFacts({ receipt }: { receipt: OptionReceipt }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const { order, terms, entry, exit } = receipt;
  const isWon = receipt.result === 'win';
  return (
    <List>
      <FactRow
        name={t('receipts.agreed')}
        value={
          <span className="flex flex-wrap justify-end gap-x-2">
            <Figure>{usdt(formats, order.stake)}</Figure>
            <Figure>{formats.percent(terms.payout_rate, { decimals: 0 })}</Figure>
            <bdi>{formats.duration(terms.duration_ms)}</bdi>
          </span>
        }
        note={<bdi>{formats.dateTime(order.received_ms, 'milliseconds')}</bdi>}
      />
      <TickRow name={t('receipts.entryTick')} coin={order.coin} tick={entry} />
      <TickRow name={t('receipts.exitTick')} coin={order.coin} tick={exit} />
      <FactRow
        name={t('receipts.rule')}
        value={<RuleText receipt={receipt} />}
        note={t('receipts.terms', { version: terms.config_version })}
      />
      <FactRow
        name={t('receipts.paid')}
        value={<Figure>{isWon ? paidFormula(formats, receipt) : usdt(formats, receipt.paid)}</Figure>}
        note={isWon && <Figure>{`= ${usdt(formats, receipt.paid)}`}</Figure>}
      />
    </List>
  );
}

export const usdt = (formats: Formats, amount: string): string => `${formats.decimal(amount, { min: 2, max: 4 })} USDT`;

export function FactRow({ name, value, note }: { name: string; value: ReactNode; note?: ReactNode }): ReactNode {
  return (
    <Row
      title={
        <Words size="small" tone="secondary" weight="normal">
          {name}
        </Words>
      }
      end={<Words weight="strong">{value}</Words>}
      endNote={note === false ? undefined : note}
    />
  );
}

export function TickRow({ name, coin, tick }: { name: string; coin: string; tick: OptionReceipt['entry'] }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const decimals = coinOfCode(coin)?.priceDecimals ?? 2;
  if (tick === null) return <FactRow name={name} value={t('receipts.none')} />;
  return (
    <FactRow
      name={name}
      value={<Figure>{formats.decimal(tick.price, { min: decimals, max: 18 })}</Figure>}
      note={<Figure>{`#${formats.whole(tick.sequence)} · ${formats.time(tick.published_ms, 'milliseconds')}`}</Figure>}
    />
  );
}

/** exit > entry, in words that say which sign won. */
function RuleText({ receipt }: { receipt: OptionReceipt }): ReactNode {
  const t = useText();
  const { result, order } = receipt;
  if (result === 'void') return t('receipts.ruleVoid');
  if (result === 'tie') return t('receipts.ruleEqual');
  return t((result === 'win') === (order.side === 'up') ? 'receipts.ruleAbove' : 'receipts.ruleBelow');
}

/** How what a win pays comes about, in numbers alone. */
export function paidFormula(formats: Formats, { order, terms }: OptionReceipt): string {
  const plain = (amount: string): string => formats.decimal(amount, { min: 2, max: 4 });
  return `${plain(order.stake)} + ${plain(order.stake)} × ${formats.decimal(terms.payout_rate, { min: 2, max: 18 })}`;
}
