// Under every header: what the connection is doing, and, where money is not real, which market this is.
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useConnection } from '../live/connection.ts';
import type { Connection } from '../live/connection.ts';
import { useMarket } from '../live/market-states.ts';
import { useMode } from '../device/mode.ts';
import type { NamesIn } from '../text/keys.ts';
import { useT } from '../text/texts.ts';
import { StateLine } from '../ui/banner.tsx';
import type { LineTone } from '../ui/banner.tsx';

const says: Record<Connection, { tone: LineTone; key?: NamesIn<'shell'> }> = {
  live: { tone: 'quiet' },
  connecting: { tone: 'quiet', key: 'connecting' },
  reconnecting: { tone: 'amber', key: 'reconnecting' },
  delayed: { tone: 'red', key: 'delayed' },
  offline: { tone: 'red', key: 'offline' },
};
/** A connection that is new, at the beginning or after a login, within this time is nothing to speak of. */
const patienceMs = 2_500;

export function MarketLine(): ReactNode {
  const t = useT();
  const connection = useConnection();
  const { source } = useMarket();
  const isDemo = useMode() === 'demo';
  const isPatient = usePatience(connection);
  const { tone, key } = says[connection];
  const isQuiet = key === undefined || (connection === 'connecting' && isPatient);
  const market =
    !isDemo || source === undefined ? '' : t(source === 'simulated' ? 'shell.simulated' : 'shell.realPrices');
  if (isQuiet && market === '') return null;
  return <StateLine tone={tone} state={isQuiet ? '' : t(`shell.${key}`)} market={market} />;
}

/** True for some time after each change. */
function usePatience(connection: Connection): boolean {
  const [spent, setSpent] = useState<Connection>();
  useEffect(() => {
    const timer = setTimeout(() => setSpent(connection), patienceMs);
    return () => clearTimeout(timer);
  }, [connection]);
  return spent !== connection;
}
