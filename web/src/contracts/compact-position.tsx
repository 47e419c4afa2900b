// A position in one line, for whoever has many; a tap opens its card.
import type { ContractOrderMessage } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { toneOfGain } from '../ui/gain.tsx';
import { List, Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Figure } from '../ui/text.tsx';
import { OrderTitle } from './order-title.tsx';
import { PositionCard } from './position-card.tsx';
import type { PositionCardProps } from './position-card.tsx';
import { useStanding } from './use-standing.ts';

export function CompactPosition(props: PositionCardProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <PositionCard {...props} />;
  return (
    <Card className="py-0">
      <List>
        <PositionLine order={props.order} onOpen={() => setOpen(true)} />
      </List>
    </Card>
  );
}

function PositionLine({ order, onOpen }: { order: ContractOrderMessage; onOpen: () => void }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { standing } = useStanding(order);
  return (
    <Row
      onPress={onOpen}
      title={<OrderTitle order={order} />}
      note={t('contracts.sheetsCount', { count: order.open_sheets })}
      end={
        <Money
          amount={standing?.net}
          coin="USDT"
          precision="cents"
          isSigned
          size="body"
          weight="strong"
          tone={toneOfGain(standing?.net)}
        />
      }
      endNote={<Figure>{formats.percent(standing?.roe, { isSigned: true })}</Figure>}
    />
  );
}
