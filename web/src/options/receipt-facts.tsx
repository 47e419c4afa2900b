// The numbers of an option's receipt, each with where it comes from.
import type { OptionReceipt } from '@candor/wire';
import type { ReactNode } from 'react';
import { FactRow, Figure, TickRow, usdt } from '../receipts/receipt-facts.tsx';
import type { Formats } from '../text/formats.ts';
import { useFormats, useT } from '../text/texts.ts';
import { List } from '../ui/list.tsx';

export function ReceiptFacts({ receipt }: { receipt: OptionReceipt }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
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
      <TickRow
        name={t(isNextTick(receipt) ? 'receipts.exitNext' : 'receipts.exitTick')}
        coin={order.coin}
        tick={exit}
      />
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

/** Whether a gap before the end made the tick after it the exit. */
export const isNextTick = (receipt: OptionReceipt): boolean =>
  receipt.version !== 1 && receipt.exit_rule === 'first-after-expiry';

/** exit > entry, in words that say which sign won. */
function RuleText({ receipt }: { receipt: OptionReceipt }): ReactNode {
  const t = useT();
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
