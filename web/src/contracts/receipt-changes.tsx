// What was asked of a position over its life, in order: stops, margin, closes, and the parts that were closed.
import type { ContractReceipt, ContractReceiptChange, ContractReceiptPart } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { List } from '../ui/list.tsx';
import { Text } from '../ui/text.tsx';
import { formulasOf } from './receipt-formulas.ts';
import { FactRow, Figure, usdt } from '../receipts/receipt-facts.tsx';

export function ReceiptChanges({ receipt }: { receipt: ContractReceipt }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <Card className="flex flex-col gap-1 pb-1">
      <Text as="h2" size="small" weight="strong">
        {t('receipts.changes')}
      </Text>
      <List>
        {receipt.changes.map((change, place) => (
          <FactRow
            key={place}
            name={t(change.kind === 'part' ? 'contracts.part' : `receipts.change_${change.kind}`)}
            value={<ChangeValue change={change} />}
            note={
              change.kind === 'part' ? (
                <PartNote part={change} receipt={receipt} />
              ) : (
                <bdi>{formats.dateTime(change.received_ms, 'milliseconds')}</bdi>
              )
            }
          />
        ))}
      </List>
    </Card>
  );
}

function ChangeValue({ change }: { change: ContractReceiptChange }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const price = (text: string | null): string => formats.decimal(text, { min: 0, max: 18 });
  switch (change.kind) {
    case 'stops':
      return (
        <span className="flex flex-wrap justify-end gap-x-2">
          <Figure>{`${t('contracts.takeProfitShort')} ${price(change.take_profit)}`}</Figure>
          <Figure>{`${t('contracts.stopLossShort')} ${price(change.stop_loss)}`}</Figure>
        </span>
      );
    case 'margin':
      return <Figure>{`+ ${usdt(formats, change.amount)}`}</Figure>;
    case 'close':
      return t('contracts.sheetsCount', { count: change.sheets });
    case 'part':
      return <Figure>{usdt(formats, 'net' in change ? change.net : change.paid)}</Figure>;
  }
}

/** The tick that closed it and how its figures come about. */
function PartNote({ part, receipt }: { part: ContractReceiptPart; receipt: ContractReceipt }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { gain, net, plain, price } = formulasOf(receipt, formats);
  const { tick } = part;
  return (
    <span className="flex flex-col items-end">
      <span className="flex flex-wrap justify-end gap-x-1.5">
        <bdi>{t('contracts.sheetsCount', { count: part.sheets })}</bdi>
        <Figure>{`@ ${price(tick.price)} · #${formats.whole(tick.sequence)}`}</Figure>
      </span>
      <bdi>{formats.dateTime(tick.published_ms, 'milliseconds')}</bdi>
      <Figure>{`${gain(part)} = ${plain(part.pnl)}`}</Figure>
      {'net' in part && <Figure>{`${net(part)} = ${plain(part.net)}`}</Figure>}
    </span>
  );
}
