import type { Coin } from '@candor/wire';
import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useAlerts } from '../live/alerts.ts';
import { useUser } from '../session/session.ts';
import { loginPath } from '../session/wanted-path.ts';
import { useT } from '../text/texts.ts';
import { useAddress } from '../ui/address.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { AlertSheet } from './alert-sheet.tsx';

/** Rings where an alert waits for this coin. A guest logs in first and comes back here. */
export function AlertBell({ coin }: { coin: Coin }): ReactNode {
  const t = useT();
  const { pathname } = useAddress();
  const isGuest = useUser() === null;
  const alerts = useAlerts();
  const [isOpen, setOpen] = useState(false);
  const label = t('alerts.bell', { coin: coin.code });
  if (isGuest) return <IconButton icon={Bell} label={label} to={loginPath(pathname)} />;
  const isWaiting = alerts.data?.RESULT_LIST.some((alert) => alert.coin === coin.code && alert.fired === null) === true;
  return (
    <>
      <IconButton icon={isWaiting ? BellRing : Bell} label={label} onPress={() => setOpen(true)} />
      <AlertSheet key={coin.code} coin={coin} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
