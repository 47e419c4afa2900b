// What is around every page: navigation, guards, theme, toasts, and what the parts of the kit need to know.
import { startTransition, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { setPreferences, usePreferences } from '../session/preferences.ts';
import { useSession } from '../session/session.ts';
import { useDirection, useFormats, useText } from '../text/texts.ts';
import { SurroundingsProvider } from '../ui/surroundings.tsx';
import type { Surroundings } from '../ui/surroundings.tsx';
import { toast } from '../ui/toast.ts';
import { Toaster } from '../ui/toaster.tsx';
import { useAppearance } from './appearance.ts';
import { Redirect } from './catch-up.tsx';
import { redirectOf } from './guards.ts';
import { MarketLine } from './market-line.tsx';
import { Navigation } from './navigation.tsx';
import { Pages } from './pages.tsx';
import { placeOf } from './routes.ts';
import { useTravel } from './travel.ts';
import { UpdateNotice } from './update-notice.tsx';

export function Shell(): ReactNode {
  const location = useLocation();
  const type = useNavigationType();
  const isLoggedIn = useSession((session) => session.user !== null);
  const redirect = redirectOf(location.pathname + location.search, isLoggedIn);
  const place = redirect === undefined ? placeOf(location.pathname) : undefined;
  useAppearance(place);
  useTravel({ place, location, type });
  useSessionEnd();
  return (
    <SurroundingsProvider value={useSurroundingsOfApp()}>
      <SkipLink />
      <div className={place?.isFull ? 'wide:ps-60' : 'has-tabs wide:ps-60'}>
        {redirect !== undefined && <Redirect to={redirect} />}
        {place && <Pages place={place} pathname={location.pathname} />}
      </div>
      <Navigation hasTabs={place?.isFull !== true} />
      <UpdateNotice />
      <Toaster />
    </SurroundingsProvider>
  );
}

function useSurroundingsOfApp(): Surroundings {
  const [t, formats, direction] = [useText(), useFormats(), useDirection()];
  const hidesBalances = usePreferences((wishes) => wishes.hidesBalances);
  const navigate = useNavigate();
  return useMemo(
    () => ({
      word: (name, values) => t(`ui.${name}`, values),
      formats,
      direction,
      hidesBalances,
      setHidesBalances: (hides) => setPreferences({ hidesBalances: hides }),
      line: <MarketLine />,
      goBack(otherwise) {
        const { idx } = (history.state ?? {}) as { idx?: number };
        startTransition(() => {
          void (idx !== undefined && idx > 0 ? navigate(-1) : navigate(otherwise, { replace: true }));
        });
      },
    }),
    [t, formats, direction, hidesBalances, navigate],
  );
}

/** Says why, when it was not the person who logged out. */
function useSessionEnd(): void {
  const t = useText();
  const ended = useSession((session) => (session.user === null ? session.ended : null));
  useEffect(() => {
    if (ended === 'cleared') toast.notice(t('shell.sessionEnded'));
    // Only when it ends: another language is no new end.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ended]);
}

function SkipLink(): ReactNode {
  const t = useText();
  const skip = (): void => {
    const mains = [...document.querySelectorAll<HTMLElement>('main')];
    mains.find((main) => main.offsetParent !== null)?.focus();
  };
  return (
    <button type="button" className="skip-link" onClick={skip}>
      {t('shell.skip')}
    </button>
  );
}
