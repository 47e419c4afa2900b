// Says when one of one's contracts has ended while this page was open, with what it brought.
import { wad } from '@candor/wire';
import type { ContractOrderMessage } from '@candor/wire';
import { useEffect, useRef } from 'react';
import { useFormats, useText } from '../text/texts.ts';
import { toast } from '../ui/toast.ts';
import { moneyText } from './money-text.ts';
import { useContracts } from './own-contracts.ts';
import { coinOf, sideOf } from './position-rules.ts';

const saidMs = 6_000;

export function useEndings(live: readonly ContractOrderMessage[]): void {
  const [t, formats] = [useText(), useFormats()];
  const history = useContracts('history').data?.RESULT_LIST;
  const liquidated = useContracts('liquidation').data?.RESULT_LIST;
  const known = useRef(new Set<string>());
  useEffect(() => {
    for (const order of [...(history ?? []), ...(liquidated ?? [])]) {
      if (!known.current.delete(order.trade_id)) continue;
      // One's own cancelling has been answered already.
      if (order.cancel_reason === 'by-customer') continue;
      const what = { coin: coinOf(order).code, side: t(`contracts.${sideOf(order)}`) };
      if (order.result === 'cancelled' || order.result === null) {
        toast.error(t(`contracts.said_${order.cancel_reason ?? 'price-moved'}`, what), saidMs);
      } else {
        const gain = moneyText(formats, wad(order.pnl));
        toast.notice(t(`contracts.said_${order.result}`, { ...what, gain }), saidMs);
      }
    }
    for (const { trade_id } of live) known.current.add(trade_id);
  }, [live, history, liquidated, t, formats]);
}
