import { startTransition, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { AddressContext, followAddress, readAddress } from '../ui/address.ts';

/** Tells all within it where the app is. A page that takes long to draw holds up nothing that is on the screen. */
export function AddressProvider({ children }: { children: ReactNode }): ReactNode {
  const [address, setAddress] = useState(() => readAddress('pop'));
  useLayoutEffect(() => {
    // What the address bar got while this was prepared, on a slow phone, is caught up with at once.
    // oxlint-disable-next-line react/set-state-in-effect
    setAddress((first) => {
      const now = readAddress('replace');
      return now.pathname === first.pathname && now.search === first.search ? first : now;
    });
    return followAddress((passage) => startTransition(() => setAddress(readAddress(passage))));
  }, []);
  return <AddressContext value={address}>{children}</AddressContext>;
}
