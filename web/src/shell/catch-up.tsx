import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Location } from 'react-router';

const addressOf = ({ pathname, search, hash }: Location): string => pathname + search + hash;
const addressInBar = (): string => window.location.hash.slice(1) || '/';

/**
 * The router listens from its first commit on, but has read the address before that commit was prepared. What the address bar
 * got meanwhile, on a slow phone by the way back or a link from outside, is caught up with here.
 */
export function CatchUp(): ReactNode {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const wanted = addressInBar();
    if (wanted !== addressOf(location)) void navigate(wanted, { replace: true });
    // Once: from then on the router hears of it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}

/** Leads away from an address, unless the bar has left it already. */
export function Redirect({ to }: { to: string }): ReactNode {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (addressInBar() === addressOf(location)) void navigate(to, { replace: true });
  }, [to, location, navigate]);
  return null;
}
