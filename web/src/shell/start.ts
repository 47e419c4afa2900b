// What begins with the page and lasts as long as it: language, session, sockets, and loading ahead when there is time.
import { keepOffline } from '../offline/updates.ts';
import { startFavourites } from '../market/favourites.ts';
import { startLastAnswers } from '../data/last-answers.ts';
import { feed } from '../live/feed.ts';
import { startNotices } from '../live/notices.ts';
import { keepInstallOffer } from '../device/install.ts';
import { readMode } from '../device/mode.ts';
import { followPreferences, languageOf, preferences, usePreferences } from '../device/preferences.ts';
import { whenIdle } from '../device/when-idle.ts';
import type { AppRoute } from '../session/product-face.ts';
import { watchSession } from '../session/session.ts';
import { createFormats } from '../text/formats.ts';
import { allParts } from '../text/load-catalogue.ts';
import { needTexts, speak } from '../text/texts.ts';
import { firstPaint, nextTurn } from '../ui/next-turn.ts';
import { preloadDialog } from '../ui/dialog.tsx';
import { preloadSheet } from '../ui/sheet.tsx';
import { products } from './faces.ts';
import { preloadScreen } from './load-screen.ts';
import { routes, routeOf } from './routes.ts';

/** The first page's own code was asked for together with all else, and is there by then but for a bad line. */
const screenWaitMs = 150;

/** Of each of the works below: on a phone that is never idle too, the last of them is done within half a minute. */
const idleWaitMs = 1_500;

/** Resolves when the first page can be drawn in the person's language. */
export async function start(): Promise<void> {
  keepInstallOffer();
  // Reading the page's code is a work of its own.
  await nextTurn();
  followPreferences();
  startLastAnswers();
  const here: AppRoute = routeOf(location.hash.slice(1).split('?', 1)[0]!) ?? routes[0]!;
  const screen = preloadScreen(here);
  inIdleTurns([
    ...products.tabs.map(
      ({ to }) =>
        () =>
          void preloadScreen(routeOf(to)!),
    ),
    () => void needTexts(allParts).catch(() => undefined),
    preloadSheet,
    preloadDialog,
    () => void keepOffline().then(keepPushing),
    () => void import('../proof/watch-log.ts').then(({ watchLog }) => watchLog()),
  ]);
  usePreferences.subscribe((now, before) => {
    if (languageOf(now) !== languageOf(before)) void speak(languageOf(now)).catch(() => undefined);
  });
  const spoken = speakFirst();
  await inTurns([...(here.isWithoutPrices ? [] : [feed]), beginFigures]);
  // What they hear while the page is drawn for the first time would make React draw all of it again, at one go.
  void firstPaint().then(() => inTurns([watchSession, () => startNotices(loadEventRules), startFavourites, readMode]));
  await spoken;
  // What comes a moment later would else be held back behind its placeholder, which is drawn for nothing.
  await Promise.race([screen, new Promise((resolve) => setTimeout(resolve, screenWaitMs))]);
}

const loadEventRules = async () => (await import('./event-rules.ts')).eventRules;

async function inTurns(works: readonly (() => unknown)[]): Promise<void> {
  for (const work of works) {
    await nextTurn();
    work();
  }
}

/** The first figure takes a phone a tenth of a second: it is made while the page's files are on their way. */
const beginFigures = (): void => void createFormats(languageOf(preferences())).whole(0);

/** Without any language there is nothing to show: English is tried, and then again. */
async function speakFirst(): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await speak(tries % 2 === 0 ? languageOf(preferences()) : 'en');
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

/** Of use only with a service worker, and not before there is time. */
async function keepPushing(): Promise<void> {
  const { startPush } = await import('../alerts/push-device.ts');
  startPush();
}

/** One at a time, so that a tap never waits for more than one of them. */
function inIdleTurns(works: readonly (() => void)[]): void {
  const run = (place: number): void => {
    const work = works[place];
    if (!work) return;
    whenIdle(
      () => {
        work();
        setTimeout(() => run(place + 1), 250);
      },
      { latestMs: idleWaitMs },
    );
  };
  const begin = (): void => void setTimeout(() => run(0), 1_500);
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}
