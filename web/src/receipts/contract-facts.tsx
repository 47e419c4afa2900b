// The numbers of a contract's receipt, each with where it comes from.
import { coinAmount, coinOfCode, formatAmount, wad } from '@candor/wire';
import type { ContractReceipt } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../text/texts.ts';
import { List } from '../ui/list.tsx';
import { triggerOf } from './contract-sums.ts';
import { FactRow, Figure, TickRow, usdt } from './receipt-facts.tsx';

export function ContractFacts({ receipt }: { receipt: ContractReceipt }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const { order, terms, entry, exit, result } = receipt;
  const decimals = coinOfCode(order.coin)?.priceDecimals ?? 2;
  const price = (text: string): string => formats.decimal(text, { min: decimals, max: 18 });
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
            value={<Figure>{gainFormula()}</Figure>}
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
    </List>
  );

  function plain(amount: string): string {
    return formats.decimal(amount, { min: 2, max: 4 });
  }
  function signed(amount: string): string {
    return amount.startsWith('-') ? `− ${plain(amount.slice(1))}` : `+ ${plain(amount)}`;
  }
  /** Of what was still open at the end. */
  function gainFormula(): string {
    const closed = receipt.changes.reduce((sum, change) => (change.kind === 'part' ? sum + change.sheets : sum), 0);
    const coins = formatAmount(coinAmount(order.sheets - closed, wad(order.sheet_size)));
    const [to, from] = order.side === 'long' ? [exit, entry] : [entry, exit];
    return `(${price(to?.price ?? '0')} − ${price(from?.price ?? '0')}) × ${formats.decimal(coins, { min: 0, max: 18 })}`;
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
