// A screen whose file does not come: without a line it is tried again, after a release the app is loaded anew.
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MissingPage } from '../src/shell/page-errors.tsx';
import { speak } from '../src/text/texts.ts';
import { hideParts, showParts } from './support/kit.tsx';

afterEach(() => {
  hideParts();
  vi.restoreAllMocks();
});

async function open(answer: () => Promise<Response>, onRetry: (isReached: boolean) => void = () => undefined) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  await speak('en');
  showParts(<MissingPage onRetry={onRetry} />);
}

/** The page of a server, whose script is this page's or a newer one's. */
const pageWith = (script: string): Response => new Response(`<script type="module" src="${script}"></script>`);
const ownScript = (): string => document.querySelector('script[type=module][src]')!.getAttribute('src')!;

test('a server whose page begins with other files has a newer app', async () => {
  await open(() => Promise.resolve(pageWith('/assets/index-newer.js')));
  await expect.element(page.getByRole('button', { name: 'Update' })).toBeVisible();
  await expect.element(page.getByText('No connection')).not.toBeInTheDocument();
});

test.each([
  ['one that has this app still', true, () => Promise.resolve(pageWith(ownScript()))],
  ['one that is not reached', false, () => Promise.reject(new TypeError('no line'))],
  ['one that is in trouble', false, () => Promise.resolve(new Response('', { status: 503 }))],
])('%s is asked again, with a line: %s', async (_, isReached, answer) => {
  const onRetry = vi.fn<(isReached: boolean) => void>();
  await open(answer, onRetry);
  await expect.element(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  expect(onRetry.mock.calls).toEqual([[isReached]]);
});
