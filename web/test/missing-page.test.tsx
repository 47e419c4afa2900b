// A screen whose file does not come: without a line it is tried again, after a release the app is loaded anew.
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MissingPage } from '../src/shell/page-errors.tsx';
import { speak } from '../src/text/texts.ts';
import { SurroundingsProvider, type KitProvider } from '../src/ui/kit-provider.tsx';

let root: Root | undefined;
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

async function open(answer: () => Promise<Response>): Promise<void> {
  vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  await speak('en');
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  const kit = { word: (name: string) => name, formats: {}, direction: 'ltr' } as unknown as KitProvider;
  root.render(
    <SurroundingsProvider value={kit}>
      <MissingPage onRetry={() => undefined} />
    </SurroundingsProvider>,
  );
}

test('a server that answers has a newer app', async () => {
  await open(() => Promise.resolve(new Response('{}')));
  await expect.element(page.getByRole('button', { name: 'Update' })).toBeVisible();
  await expect.element(page.getByText('No connection')).not.toBeInTheDocument();
});

test('one that is not reached is asked again', async () => {
  await open(() => Promise.reject(new TypeError('no line')));
  await expect.element(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
