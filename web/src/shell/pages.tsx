// The pages that exist at a time: the present one, and those that stay alive, hidden, while others are shown.
import { Activity, Suspense, useMemo, useState, ViewTransition } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { ParamsContext } from '../ui/address.ts';
import { Page } from '../ui/page.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { forgetScreen, screenOf } from './load-screen.ts';
import { PageErrors } from './page-errors.tsx';
import { paramsOf } from './routes.ts';
import { useArrival } from './travel.ts';
import type { AppRoute } from '../session/product-face.ts';

interface LivePage {
  key: string;
  /** Carries the page's own parameters, also while another page is shown. */
  element: ReactElement;
}

const keptMax = 6;

/** As it was when the app started. Nobody who asked for less motion waits until two pages are pictures that are not shown. */
const slides = !matchMedia('(prefers-reduced-motion: reduce)').matches;

export function Pages({ place, pathname }: { place: AppRoute; pathname: string }): ReactNode {
  const element = useMemo(
    () => (
      <ParamsContext value={paramsOf(place, pathname)}>
        <LoadedPage place={place} />
      </ParamsContext>
    ),
    [place, pathname],
  );
  const owner = useUser()?.account_id ?? '';
  // Nothing of one person's pages is left for the next.
  const [keptFor, setKeptFor] = useState(owner);
  const [kept, setKept] = useState<readonly LivePage[]>([]);
  const key = `${owner} ${place.isKept ? place.path : pathname}`;
  if (keptFor !== owner) {
    setKeptFor(owner);
    setKept([]);
  }
  if (place.isKept && keptFor === owner && !kept.some((page) => page.key === key)) {
    setKept([...kept, { key, element }].slice(-keptMax));
  }
  const others = keptFor === owner ? kept.filter((page) => page.key !== key) : [];
  return [...others, { key, element }].map((page) => (
    <Activity key={page.key} mode={page.key === key ? 'visible' : 'hidden'}>
      <Sliding>
        <div>{page.element}</div>
      </Sliding>
    </Activity>
  ));
}

function Sliding({ children }: { children: ReactNode }): ReactNode {
  if (!slides) return children;
  return (
    <ViewTransition default="none" enter="page" exit="page">
      {children}
    </ViewTransition>
  );
}

function LoadedPage({ place }: { place: AppRoute }): ReactNode {
  const [tries, setTries] = useState(0);
  const [Screen, setScreen] = useState(() => screenOf(place));
  const retry = (isReached: boolean): void => {
    // Many browsers remember a file that did not come for as long as the page is open.
    if (isReached && tries > 0) return location.reload();
    forgetScreen(place);
    setScreen(() => screenOf(place));
    setTries(tries + 1);
  };
  return (
    <PageErrors key={tries} onRetry={retry}>
      <Suspense fallback={<ComingIn place={place} />}>
        <Screen />
        <Arrival />
      </Suspense>
    </PageErrors>
  );
}

function Arrival(): ReactNode {
  useArrival();
  return null;
}

/** While the page's code is on its way. */
function ComingIn({ place }: { place: AppRoute }): ReactNode {
  const t = useT();
  return (
    <Page title={t(`shell.${place.name}`)} back={place.isFull ? '/home' : undefined}>
      <SkeletonList rows={6} />
    </Page>
  );
}
