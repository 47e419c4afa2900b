// The pages that exist at a time: the present one, and those that stay alive, hidden, while others are shown.
import { Activity, Suspense, useMemo, useState, ViewTransition } from 'react';
import type { FC, ReactElement, ReactNode, ViewTransitionProps } from 'react';
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
  /** Whose it is: nothing of one person's pages is left for the next. */
  owner: string;
  /** Carries the page's own parameters, also while another page is shown. */
  element: ReactElement;
}

const keptMax = 6;

/** As it was when the app started. Nobody who asked for less motion waits until two pages are pictures that are not shown. */
const Slide: FC<ViewTransitionProps> | typeof ViewTransition = matchMedia('(prefers-reduced-motion: reduce)').matches
  ? ({ children }) => children
  : ViewTransition;

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
  const [kept, setKept] = useState<readonly LivePage[]>([]);
  const shown = { key: `${owner} ${place.isKept ? place.path : pathname}`, owner, element };
  const own = kept.filter((page) => page.owner === owner);
  const others = own.filter((page) => page.key !== shown.key);
  const isNew = place.isKept && others.length === own.length;
  if (isNew || own.length < kept.length) setKept(isNew ? [...own, shown].slice(-keptMax) : own);
  return [...others, shown].map((page) => (
    <Activity key={page.key} mode={page === shown ? 'visible' : 'hidden'}>
      <Slide default="none" enter="page" exit="page">
        <div>{page.element}</div>
      </Slide>
    </Activity>
  ));
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
