// The pages that exist at a time: the present one, and those that stay alive, hidden, while others are shown.
import { Activity, Suspense, useState, ViewTransition } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useRoutes } from 'react-router';
import { useUser } from '../session/session.ts';
import { useText } from '../text/texts.ts';
import { Page } from '../ui/page.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { forgetScreen, screenOf } from './load-screen.ts';
import { PageErrors } from './page-errors.tsx';
import { places } from './routes.ts';
import type { Place } from './routes.ts';

interface LivePage {
  key: string;
  /** Carries the page's own parameters, also while another page is shown. */
  element: ReactElement | null;
}

const keptMax = 6;
const routes = places.map((place) => ({ path: place.path, element: <LoadedPage place={place} /> }));

export function Pages({ place, pathname }: { place: Place; pathname: string }): ReactNode {
  const element = useRoutes(routes);
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
      <ViewTransition default="none" enter="page" exit="page">
        <div>{page.element}</div>
      </ViewTransition>
    </Activity>
  ));
}

function LoadedPage({ place }: { place: Place }): ReactNode {
  const [tries, setTries] = useState(0);
  const Screen = screenOf(place);
  const retry = (): void => {
    forgetScreen(place);
    setTries(tries + 1);
  };
  return (
    <PageErrors key={tries} onRetry={retry}>
      <Suspense fallback={<ComingIn place={place} />}>
        <Screen />
      </Suspense>
    </PageErrors>
  );
}

/** While the page's code is on its way. */
function ComingIn({ place }: { place: Place }): ReactNode {
  const t = useText();
  return (
    <Page title={t(`shell.${place.name}`)} back={place.isFull ? '/home' : undefined}>
      <SkeletonList rows={6} />
    </Page>
  );
}
