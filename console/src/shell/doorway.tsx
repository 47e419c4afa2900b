// Who is not signed in sees the sign-in wherever they go, and is then where they wanted to be; an invitation needs nobody signed in.
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { InvitationScreen } from '../entry/invitation-screen.tsx';
import { SignInScreen } from '../entry/sign-in-screen.tsx';
import { endUnheard, refreshMe, useSession } from '../session/session.ts';
import { Shell } from './shell.tsx';

export const Doorway = (): ReactNode => (
  <Routes>
    <Route path="/invitation/:token" element={<InvitationScreen />} />
    <Route path="*" element={<Inside />} />
  </Routes>
);

function Inside(): ReactNode {
  const me = useSession((session) => session.me);
  useEffect(() => {
    void refreshMe();
    const look = (): void => {
      void endUnheard();
      const { me, isOver } = useSession.getState();
      // One that was taken away here may be used in another tab.
      if (document.visibilityState === 'visible' && (me || isOver)) void refreshMe();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  if (me === undefined) return null;
  return me === null ? <SignInScreen /> : <Shell />;
}
