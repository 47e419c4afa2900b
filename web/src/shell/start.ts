// What begins with the page and lasts as long as it: language, session, sockets, and loading ahead when there is time.
import { keepOffline } from '../offline/updates.ts';
import { startFavourites } from '../session/favourites.ts';
import { startLastAnswers } from '../session/last-answers.ts';
import { feed } from '../session/live/feed.ts';
import { startNotices } from '../session/live/notices.ts';
import { readMode } from '../session/mode.ts';
import { followPreferences, languageOf, preferences, usePreferences } from '../session/preferences.ts';
import { watchSession } from '../session/session.ts';
import { createFormats } from '../text/formats.ts';
import { textParts } from '../text/parts.ts';
import { needTexts, speak } from '../text/texts.ts';
import { firstPaint, nextTurn } from '../ui/next-turn.ts';
import { preloadDialog } from '../ui/dialog.tsx';
import { preloadSheet } from '../ui/sheet.tsx';
import { preloadScreen } from './load-screen.ts';
import { places, placeOf } from './routes.ts';

/** The first page's own code was asked for together with all else, and is there by then but for a bad line. */
const screenWaitMs = 150;

/** Resolves when the first page can be drawn in the person's language. */
export async function start(): Promise<void> {
  // Reading the page's code is a work of its own.
  await nextTurn();
  followPreferences();
  startLastAnswers();
  const here = placeOf(location.hash.slice(1).split('?', 1)[0]!) ?? places[0]!;
  const screen = preloadScreen(here);
  whenIdle([
    ...places.slice(0, 5).map((place) => () => void preloadScreen(place)),
    () => void needTexts(textParts).catch(() => undefined),
    preloadSheet,
    preloadDialog,
    () => void keepOffline().then(keepPushing),
  ]);
  usePreferences.subscribe((now, before) => {
    if (languageOf(now) !== languageOf(before)) void speak(languageOf(now)).catch(() => undefined);
  });
  const spoken = speakFirst();
  await inTurns([feed, beginFigures]);
  // What they hear while the page is drawn for the first time would make React draw all of it again, at one go.
  void firstPaint().then(() => inTurns([watchSession, startNotices, startFavourites, readMode]));
  await spoken;
  // What comes a moment later would else be held back behind its placeholder, which is drawn for nothing.
  await Promise.race([screen, new Promise((resolve) => setTimeout(resolve, screenWaitMs))]);
}

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
  const { startPush } = await import('../session/push-device.ts');
  startPush();
}

/** One at a time, so that a tap never waits for more than one of them. */
function whenIdle(works: readonly (() => void)[]): void {
  const run = (place: number): void => {
    const work = works[place];
    if (!work) return;
    const step = (): void => {
      work();
      setTimeout(() => run(place + 1), 250);
    };
    if ('requestIdleCallback' in globalThis) requestIdleCallback(step, { timeout: 5_000 });
    else setTimeout(step, 500);
  };
  const begin = (): void => void setTimeout(() => run(0), 1_500);
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
}
