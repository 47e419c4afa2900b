// Who is not signed in sees the sign-in wherever they go, and is then where they wanted to be; an invitation needs nobody signed in.
import { tryRole } from '@candor/wire';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { InvitationScreen } from '../entry/invitation-screen.tsx';
import { SignInScreen } from '../entry/sign-in-screen.tsx';
import { refreshMe, useSession } from '../session/session.ts';
import { Shell } from './shell.tsx';

export const Doorway = (): ReactNode => (
  <Routes>
    <Route path="/invitation/:token" element={<InvitationScreen />} />
    <Route path="*" element={<Inside />} />
  </Routes>
);

function Inside(): ReactNode {
  const me = useSession((session) => session.me);
  const isDemo = useDemo(me === null);
  useEffect(() => {
    void refreshMe();
    const look = (): void => {
      if (document.visibilityState === 'visible' && useSession.getState().me) void refreshMe();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  if (me === undefined) return null;
  return me === null ? <SignInScreen isDemo={isDemo} /> : <Shell />;
}

/** A production does not know the call by which a demo offers each role: it answers that there is no such thing, whatever is sent. */
function useDemo(isAsked: boolean): boolean {
  const [isDemo, setDemo] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    void fetch(tryRole.path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then(
      ({ status }) => setDemo(status !== 404),
      () => undefined,
    );
  }, [isAsked]);
  return isDemo;
}
