// Under every header: what the connection is doing, and, where money is not real, which market this is.
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useConnection } from '../session/live/connection.ts';
import type { Connection } from '../session/live/connection.ts';
import { useMarket } from '../session/live/market-states.ts';
import { useMode } from '../session/mode.ts';
import type { NamesIn } from '../text/keys.ts';
import { useText } from '../text/texts.ts';
import { StateLine } from '../ui/banner.tsx';
import type { LineTone } from '../ui/banner.tsx';

const says: Record<Connection, { tone: LineTone; key?: NamesIn<'shell'> }> = {
  live: { tone: 'quiet' },
  connecting: { tone: 'quiet', key: 'connecting' },
  reconnecting: { tone: 'amber', key: 'reconnecting' },
  delayed: { tone: 'red', key: 'delayed' },
  offline: { tone: 'red', key: 'offline' },
};
/** A first connection within this time is nothing to speak of. */
const patienceMs = 2_500;

export function MarketLine(): ReactNode {
  const t = useText();
  const connection = useConnection();
  const { source } = useMarket();
  const isDemo = useMode() === 'demo';
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  const { tone, key } = says[connection];
  const isQuiet = key === undefined || (connection === 'connecting' && isPatient);
  const market =
    !isDemo || source === undefined ? '' : t(source === 'simulated' ? 'shell.simulated' : 'shell.realPrices');
  if (isQuiet && market === '') return null;
  return <StateLine tone={tone} state={isQuiet ? '' : t(`shell.${key}`)} market={market} />;
}
