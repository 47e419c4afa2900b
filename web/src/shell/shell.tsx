// What is around every page: navigation, guards, theme, toasts, and what the parts of the kit need to know.
import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { setPreferences, usePreferences } from '../device/preferences.ts';
import { onTermsOwed } from '../session/legal-question.ts';
import { ProductsProvider } from '../session/products.ts';
import type { Products } from '../session/products.ts';
import { useSession } from '../session/session.ts';
import { needTexts, useDirection, useFormats, useT } from '../text/texts.ts';
import { goBack, useAddress } from '../ui/address.ts';
import { SurroundingsProvider } from '../ui/kit-provider.tsx';
import type { KitProvider } from '../ui/kit-provider.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { toast } from '../ui/toast.ts';
import { Toaster } from '../ui/toaster.tsx';
import { whenOpened } from '../ui/when-opened.tsx';
import { useAppearance } from './appearance.ts';
import { Beside } from './beside.tsx';
import { products } from './faces.ts';
import { redirectOf } from './guards.ts';
import { LogNotice } from './log-notice.tsx';
import { MarketLine } from './market-line.tsx';
import { Navigation } from './navigation.tsx';
import { Pages } from './pages.tsx';
import { receiptViews } from './receipt-views.tsx';
import { Redirect } from './redirect.tsx';
import { routeOf } from './routes.ts';
import { useTravel } from './travel.ts';
import { UpdateNotice } from './update-notice.tsx';

const SessionReminder = lazyPart(async () => (await import('../limits/session-reminder.tsx')).SessionReminder);

const LegalQuestion = whenOpened(async () => {
  const [{ LegalQuestion: question }] = await Promise.all([
    import('../content/legal-question.tsx'),
    needTexts(['content']),
  ]);
  return question;
});

const allOfProducts: Products = { ...products, receipts: receiptViews };

export function Shell(): ReactNode {
  const address = useAddress();
  const { pathname, search } = address;
  const isLoggedIn = useSession((session) => session.user !== null);
  const [isAsked, setAsked] = useState(false);
  const ended = useSession((session) => session.ended);
  const redirect = redirectOf(pathname + search, isLoggedIn, ended);
  const place = redirect === undefined ? routeOf(pathname) : undefined;
  useAppearance(place);
  useTravel(place, address);
  useSessionEnd();
  useEffect(() => onTermsOwed(() => setAsked(true)), []);
  return (
    <ProductsProvider value={allOfProducts}>
      <SurroundingsProvider value={useSurroundingsOfApp()}>
        <SkipLink />
        <div className={place?.isFull ? 'wide:ps-60' : 'has-tabs wide:ps-60'}>
          {redirect !== undefined && <Redirect to={redirect} />}
          {place && <Pages place={place} pathname={pathname} />}
          <Toaster isLow={place?.isDark === true} />
        </div>
        <Navigation hasTabs={place?.isFull !== true} />
        <UpdateNotice />
        <LogNotice path={pathname} />
        {/* It is asked again when the server next refuses something for it. */}
        <Beside onOut={() => setAsked(false)}>
          <LegalQuestion isOpen={isAsked && isLoggedIn} onClose={() => setAsked(false)} />
        </Beside>
        {isLoggedIn && (
          <Beside>
            <SessionReminder />
          </Beside>
        )}
      </SurroundingsProvider>
    </ProductsProvider>
  );
}

function useSurroundingsOfApp(): KitProvider {
  const [t, formats, direction] = [useT(), useFormats(), useDirection()];
  const hidesBalances = usePreferences((preferences) => preferences.hidesBalances);
  return useMemo(
    () => ({
      word: (name, values) => t(`ui.${name}`, values),
      formats,
      direction,
      hidesBalances,
      setHidesBalances: (hides) => setPreferences({ hidesBalances: hides }),
      line: <MarketLine />,
      goBack,
    }),
    [t, formats, direction, hidesBalances],
  );
}

/** Says why, when it was not the person who logged out. */
function useSessionEnd(): void {
  const t = useT();
  const ended = useSession((session) => (session.user === null ? session.ended : null));
  useEffect(() => {
    if (ended === 'cleared') toast.notice(t('shell.sessionEnded'));
    // Only when it ends: another language is no new end.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ended]);
}

function SkipLink(): ReactNode {
  const t = useT();
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
