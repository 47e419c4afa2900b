// What a person's own alerts wait for on a coin, as lines of its chart. Pure but for the hook.
import { coinOfSymbol } from '@candor/wire';
import type { AlertEntry, MarketSymbol } from '@candor/wire';
import { useMemo } from 'react';
import { useAlerts } from '../live/alerts.ts';
import type { ChartLine } from './price-line.ts';

/** With lines of one's own orders, which come first. The same array while nothing in it changes. */
export function useLinesWithAlerts(symbol: MarketSymbol, lines: readonly ChartLine[]): readonly ChartLine[] {
  const alerts = useAlerts().data?.RESULT_LIST;
  return useMemo(() => [...lines, ...alertLines(alerts ?? [], symbol)], [alerts, lines, symbol]);
}

/** One that waits for a change has no price, and one that fired waits for nothing. */
export const alertLines = (alerts: readonly AlertEntry[], symbol: MarketSymbol): ChartLine[] =>
  alerts
    .filter(({ coin, kind, fired }) => coin === coinOfSymbol(symbol)?.code && kind !== 'change' && fired === null)
    .map(({ alert_id, target }) => ({ id: `alert-${alert_id}`, price: target, kind: 'alert' }));
