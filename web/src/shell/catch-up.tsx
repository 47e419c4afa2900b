import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The router listens from its first commit on, but has read the address before that commit was prepared. What the address bar
 * got meanwhile, on a slow phone by the way back or a link from outside, is caught up with here.
 */
export function CatchUp(): ReactNode {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const wanted = window.location.hash.slice(1);
    const read = location.pathname + location.search + location.hash;
    if (wanted !== '' && wanted !== read) void navigate(wanted, { replace: true });
    // Once: from then on the router hears of it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
