import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { navigate, readAddress, useAddress } from '../ui/address.ts';

/** Leads away from an address, unless the bar has left it already. */
export function Redirect({ to }: { to: string }): ReactNode {
  const { pathname, search } = useAddress();
  useEffect(() => {
    const now = readAddress('replace');
    if (now.pathname === pathname && now.search === search) navigate(to, { replace: true });
  }, [to, pathname, search]);
  return null;
}
