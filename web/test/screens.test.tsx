// The screens that show what the server knows, in the states that it brings them into: an answer that is on its way, one that
// could not be had, one with nothing in it.
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../src/data/use-read.ts';
import { routes } from '../src/shell/routes.ts';
import { wordsOf } from './support/words.ts';
import { closeApp, cutOff, openApp } from './support/app.tsx';
import { isLongRun } from './support/long-run.ts';
import { answerCalls } from './support/wire.ts';
import type { Answer } from './support/wire.ts';

afterEach(closeApp);

const none: Answer = { data: { RESULT_LIST: [], total_count: 0, messages: [], sessions: [], corrections: [] } };

/** No list has anything in it; terms and balances are not known yet. */
const answersWithNothing = (call: string): Answer =>
  /config|conduct|balance|coin|summary/i.test(call) ? 'pending' : none;

/** What each says when there is nothing to list. */
const lists = [
  { path: '/bills', empty: 'assets.noBills' },
  { path: '/orders', empty: 'options.noOpen' },
  { path: '/alerts', empty: 'alerts.none' },
  { path: '/market/corrections', empty: 'corrections.none' },
] as const;

/** The longest words decide what fits. */
const looked = isLongRun ? (['en', 'de-CH', 'ar'] as const) : (['de-CH'] as const);

describe.each(looked)('in %s', (language) => {
  const say = wordsOf(language);

  test.each(lists)('$path waits with its place kept', async ({ path }) => {
    const asked = answerCalls(() => 'pending');
    await openApp({ path, language });
    await expect.element(page.getByText(say('ui.loading')).first()).toBeInTheDocument();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    fits();
  });

  test.each(lists)('$path says why it could not be had, and asks again when told to', async ({ path }) => {
    const asked = answerCalls(() => ({ refused: 'not-yours' }));
    await openApp({ path, language });
    const retry = page.getByRole('button', { name: say('ui.retry') }).first();
    await expect.element(retry).toBeVisible();
    await expect.element(page.getByText(say('refusals.not-yours')).first()).toBeVisible();
    fits();
    const before = asked.length;
    await userEvent.click(retry);
    await expect.poll(() => asked.length).toBeGreaterThan(before);
  });

  test.each(lists)('$path says that there is nothing', async ({ path, empty }) => {
    answerCalls(answersWithNothing);
    await openApp({ path, language });
    await expect.element(page.getByText(say(empty)).first()).toBeVisible();
    fits();
  });
});

/** Their files exist, and their paths say all. */
const paths = routes.map(({ path }) => path).filter((path) => !path.includes(':') && path !== '/dev/kit');

test.each(looked)('every screen stands and fits in %s while the server refuses everything', async (language) => {
  answerCalls(() => ({ refused: 'not-yours' }));
  expect(paths.length).toBeGreaterThan(15);
  for (const path of paths) {
    await openApp({ path, language, isLoggedIn: !['/login', '/register'].includes(path) });
    await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeInTheDocument();
    await settled();
    expect(page.getByText(wordsOf(language)('shell.errorTitle')).elements(), path).toEqual([]);
    fits(path);
  }
});

/** Nothing is on its way any more: neither a file nor an answer. */
const settled = () => expect.poll(() => queryClient.isFetching()).toBe(0);

function fits(path?: string): void {
  expect(document.documentElement.scrollWidth, path).toBe(320);
  expect(cutOff(), path).toEqual([]);
}
