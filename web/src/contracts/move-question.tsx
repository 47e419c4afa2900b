import { parseAmount } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Price } from '../ui/price.tsx';
import { Text } from '../ui/text.tsx';
import { OrderTitle } from './order-title.tsx';
import { coinOf, stakeOf } from './position-rules.ts';
import type { StopKind } from './stop-rules.ts';
import { StopMoney } from './stop-money.tsx';

/** A stop that is being moved, or was let go and waits for its question and the server. */
export interface Move {
  tradeId: string;
  kind: StopKind;
  price: string;
  isDropped: boolean;
}

export interface MoveQuestionProps {
  /** Undefined while there is nothing to ask. */
  move: Move | undefined;
  order: ContractOrderMessage | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** A finger that lets go is not yet a decision. */
export function MoveQuestion({ move, order, isBusy, onConfirm, onClose }: MoveQuestionProps): ReactNode {
  const t = useT();
  const price = move && parseAmount(move.price);
  const before = order && move && (move.kind === 'takeProfit' ? order.take_profit : order.stop_loss);
  return (
    <Dialog
      isOpen={move !== undefined && order !== undefined}
      onClose={onClose}
      title={t('contracts.moveTitle')}
      confirm={t('contracts.move')}
      isBusy={isBusy}
      onConfirm={onConfirm}
    >
      {move && order && price && (
        <Facts>
          <Fact label={<OrderTitle order={order} />}>{t(`contracts.${move.kind}`)}</Fact>
          <Fact label={t('market.price')} note={<StopMoney stake={stakeOf(order)} price={price} />}>
            <span className="inline-flex flex-wrap justify-end gap-x-1.5" dir="ltr">
              <Price price={before} coin={coinOf(order).code} size="small" tone="secondary" />
              <Text size="small" tone="faint">
                {t('ui.arrow')}
              </Text>
              <Price price={move.price} coin={coinOf(order).code} size="small" weight="strong" />
            </span>
          </Fact>
        </Facts>
      )}
    </Dialog>
  );
}
