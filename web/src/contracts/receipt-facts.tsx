// The numbers of a contract's receipt, each with where it comes from.
import type { ContractReceipt } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { List } from '../ui/list.tsx';
import { formulasOf } from './receipt-formulas.ts';
import { triggerOf } from './receipt-sums.ts';
import { FactRow, Figure, TickRow, usdt } from '../receipts/receipt-facts.tsx';

export function ReceiptFacts({ receipt }: { receipt: ContractReceipt }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { order, terms, entry, exit, result } = receipt;
  const { gain, net, plain, price } = formulasOf(receipt, formats);
  const closed = receipt.changes.reduce((sum, change) => (change.kind === 'part' ? sum + change.sheets : sum), 0);
  return (
    <List>
      <FactRow
        name={t('receipts.agreed')}
        value={
          <span className="flex flex-wrap justify-end gap-x-2">
            <bdi>{t('contracts.sheetsCount', { count: order.sheets })}</bdi>
            <Figure>{`@ ${price(order.trade_price)}`}</Figure>
          </span>
        }
        note={<bdi>{formats.dateTime(order.received_ms, 'milliseconds')}</bdi>}
      />
      <FactRow
        name={t('receipts.marginFee')}
        value={<Figure>{`${plain(order.usd_num)} + ${usdt(formats, order.fee)}`}</Figure>}
        note={t('receipts.contractTerms', {
          version: terms.config_version,
          rate: formats.percent(terms.fee_rate, { decimals: 0 }),
        })}
      />
      <TickRow name={t('receipts.entryTick')} coin={order.coin} tick={entry} />
      <TickRow name={t('receipts.exitTick')} coin={order.coin} tick={exit} />
      {result !== 'cancelled' && (
        <>
          <FactRow
            name={t('receipts.rule')}
            value={t(`contracts.result_${result}`)}
            note={<Cause receipt={receipt} />}
          />
          <FactRow
            name={t('receipts.gain')}
            value={<Figure>{gain({ sheets: order.sheets - closed, tick: exit })}</Figure>}
            note={<Figure>{`= ${usdt(formats, receipt.pnl)}`}</Figure>}
          />
        </>
      )}
      <FactRow
        name={t('receipts.paid')}
        value={
          <Figure>
            {result === 'cancelled'
              ? usdt(formats, receipt.paid)
              : `max(0, ${plain(receipt.margin)} ${signed(receipt.pnl)})`}
          </Figure>
        }
        note={result !== 'cancelled' && <Figure>{`= ${usdt(formats, receipt.paid)}`}</Figure>}
      />
      {receipt.version === 2 && closed > 0 && (
        <FactRow
          name={t('contracts.realised')}
          value={<Figure>{net(receipt)}</Figure>}
          note={<Figure>{`= ${usdt(formats, receipt.net)}`}</Figure>}
        />
      )}
      {receipt.late_payments?.map(({ amount, paid_at: paidAt }, place) => (
        <FactRow
          key={place}
          name={t(paidAt === null ? 'contracts.paymentDue' : 'receipts.paid')}
          value={<Figure>{usdt(formats, amount)}</Figure>}
          note={paidAt !== null && <bdi>{formats.dateTime(paidAt, 'milliseconds')}</bdi>}
        />
      ))}
    </List>
  );

  function signed(amount: string): string {
    return amount.startsWith('-') ? `− ${plain(amount.slice(1))}` : `+ ${plain(amount)}`;
  }
}

/** The exit price against the one that it had to reach. */
function Cause({ receipt }: { receipt: ContractReceipt }): ReactNode {
  const formats = useFormats();
  const trigger = triggerOf(receipt);
  if (trigger === null || receipt.exit === null) return null;
  const isLow = (receipt.result === 'take-profit') === (receipt.order.side === 'short');
  const text = (price: string): string => formats.decimal(price, { min: 2, max: 18 });
  return <Figure>{`${text(receipt.exit.price)} ${isLow ? '≤' : '≥'} ${text(trigger)}`}</Figure>;
}
