import type { ContractOrderMessage } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Sheet } from '../ui/sheet.tsx';
import { CloseForm } from './close-form.tsx';
import { MarginForm } from './margin-form.tsx';
import { OrderTitle } from './order-title.tsx';
import type { PositionAct } from './position-card.tsx';
import { StopsForm } from './stops-form.tsx';

export interface Acting {
  act: PositionAct;
  tradeId: string;
}

const forms = { stops: StopsForm, margin: MarginForm, close: CloseForm };

/** What is done with a position, over the page; goes when the position does. */
export function PositionSheet({
  acting,
  orders,
  onClose,
}: {
  acting: Acting | undefined;
  orders: readonly ContractOrderMessage[];
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const order = acting && orders.find(({ trade_id }) => trade_id === acting.tradeId);
  // The title stays while the sheet leaves.
  const [last, setLast] = useState<PositionAct>('close');
  if (acting && acting.act !== last) setLast(acting.act);
  const Form = forms[acting?.act ?? last];
  return (
    <Sheet
      isOpen={order !== undefined}
      onClose={onClose}
      title={t(`contracts.title_${acting?.act ?? last}`)}
      note={order && <OrderTitle order={order} />}
    >
      {order && <Form key={order.trade_id} order={order} onDone={onClose} />}
    </Sheet>
  );
}
