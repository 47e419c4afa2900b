// What was asked of a position over its life, in order: stops, margin, closes, and the parts that were closed.
import type { ContractReceipt } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { List } from '../ui/list.tsx';
import { Words } from '../ui/words.tsx';
import { FactRow, Figure, usdt } from './receipt-facts.tsx';

type Change = ContractReceipt['changes'][number];

export function ContractChanges({ receipt }: { receipt: ContractReceipt }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  return (
    <Card className="flex flex-col gap-1 pb-1">
      <Words as="h2" size="small" weight="strong">
        {t('receipts.changes')}
      </Words>
      <List>
        {receipt.changes.map((change, place) => (
          <FactRow
            key={place}
            name={t(`receipts.change_${change.kind}`)}
            value={<ChangeValue change={change} />}
            note={
              <bdi>
                {formats.dateTime(
                  change.kind === 'part' ? change.tick.published_ms : change.received_ms,
                  'milliseconds',
                )}
              </bdi>
            }
          />
        ))}
      </List>
    </Card>
  );
}

function ChangeValue({ change }: { change: Change }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
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
      return <Figure>{usdt(formats, change.paid)}</Figure>;
  }
}
