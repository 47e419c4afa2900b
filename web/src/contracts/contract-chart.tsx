// The chart with the prices that mean something to one's own contracts on this coin; stops are moved by dragging their lines.
import { changeContractTriggers, parseAmount, wad } from '@candor/wire';
import type { Coin, ContractOrderMessage } from '@candor/wire';
import { useCallback, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { ChartPanel } from '../chart/chart-panel.tsx';
import type { ChartLine } from '../chart/price-line.ts';
import { contractChanges } from './contract-list.ts';
import { useSend } from '../data/use-send.ts';
import { useFormats, useT } from '../text/texts.ts';
import { toast } from '../ui/toast.ts';
import { useAsking } from './asking.ts';
import { MoveQuestion } from './move-question.tsx';
import type { Move } from './move-question.tsx';
import { stakeOf } from './position-rules.ts';
import { gainAt } from './stop-rules.ts';
import type { StopKind } from './stop-rules.ts';
import { moneyText } from '../text/money-text.ts';

export interface ContractChartProps {
  coin: Coin;
  orders: readonly ContractOrderMessage[];
  className: string;
  /** See ChartPanel. */
  actions?: ReactNode;
}

export function ContractChart({ coin, orders, className, actions }: ContractChartProps): ReactNode {
  const t = useT();
  const { asks } = useAsking();
  const [move, setMove] = useState<Move>();
  const { send, isSending } = useSend(changeContractTriggers, { changes: contractChanges });
  const moved = move && orders.find(({ trade_id }) => trade_id === move.tradeId);

  const carryOut = useCallback(
    async (order: ContractOrderMessage, { kind, price }: Move) => {
      const outcome = await send({
        trade_id: order.trade_id,
        take_profit: kind === 'takeProfit' ? price : (order.take_profit ?? ''),
        stop_loss: kind === 'stopLoss' ? price : (order.stop_loss ?? ''),
      });
      setMove(undefined);
      if (outcome === undefined) return;
      if (outcome.ok) toast.success(t('contracts.stopsSaved'));
    },
    [send, t],
  );

  const onMove = useCallback(
    (order: ContractOrderMessage, next: Move) => {
      setMove(next);
      if (next.isDropped && !asks) void carryOut(order, next);
    },
    [asks, carryOut],
  );
  const lines = useLines({ coin, orders, move, onMove });
  return (
    <>
      <ChartPanel
        symbol={coin.symbol}
        lines={lines}
        label={t('chart.label', { coin: coin.code })}
        className={className}
        actions={actions}
      />
      <MoveQuestion
        move={asks && move?.isDropped ? move : undefined}
        order={moved}
        isBusy={isSending}
        onConfirm={() => moved && move && void carryOut(moved, move)}
        onClose={() => setMove(undefined)}
      />
    </>
  );
}

interface LinesFacts {
  coin: Coin;
  orders: readonly ContractOrderMessage[];
  move: Move | undefined;
  onMove: (order: ContractOrderMessage, move: Move) => void;
}

function useLines({ coin, orders, move, onMove }: LinesFacts): ChartLine[] {
  const [t, formats] = [useT(), useFormats()];
  return useMemo(() => {
    const stopLine = (order: ContractOrderMessage, kind: StopKind): ChartLine[] => {
      const isMoved = move?.tradeId === order.trade_id && move.kind === kind;
      const price = isMoved ? move.price : kind === 'takeProfit' ? order.take_profit : order.stop_loss;
      if (price === null || !parseAmount(price)) return [];
      const gain = moneyText(formats, gainAt(stakeOf(order), wad(price)));
      return [
        {
          id: `${order.trade_id}-${kind}`,
          price,
          kind,
          text: t('contracts.lineStop', { name: t(`contracts.${kind}Short`), gain }),
          draggable: true,
          onDrag: (at, phase) =>
            onMove(order, { tradeId: order.trade_id, kind, price: at, isDropped: phase === 'dropped' }),
        },
      ];
    };
    return orders
      .filter(({ trade_btc_tpye, state }) => trade_btc_tpye === coin.symbol && state !== 'ended')
      .flatMap((order): ChartLine[] => {
        const base: ChartLine[] =
          order.entry === null
            ? [{ id: `${order.trade_id}-order`, price: order.trade_price, kind: 'order' }]
            : [{ id: `${order.trade_id}-entry`, price: order.entry.price, kind: 'entry' }];
        const liquidation: ChartLine[] =
          order.liquidation_price === null
            ? []
            : [{ id: `${order.trade_id}-liquidation`, price: order.liquidation_price, kind: 'liquidation' }];
        return [...base, ...stopLine(order, 'takeProfit'), ...stopLine(order, 'stopLoss'), ...liquidation];
      });
  }, [coin, orders, move, onMove, t, formats]);
}
