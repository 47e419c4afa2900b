// A part of a page whose file does not come: asked for anew when it is next drawn.
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PageErrors } from '../src/shell/page-errors.tsx';
import { speak } from '../src/text/texts.ts';
import { lazyPart } from '../src/ui/lazy-part.tsx';
import { whenOpened } from '../src/ui/when-opened.tsx';
import { hideParts, showParts } from './support/kit.tsx';

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no line'));
  await speak('en');
});

afterEach(() => {
  hideParts();
  vi.restoreAllMocks();
});

/** Each drawing of a part asks twice; after this many, there is a line. */
function comesAfter<Part>(failures: number, part: Part): () => Promise<Part> {
  let asked = 0;
  return () => {
    if (++asked > failures) return Promise.resolve(part);
    return Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/part.js'));
  };
}

const retry = page.getByRole('button', { name: 'Try again' });

test('a part that did not come does when the line is back', async () => {
  const Part = lazyPart(
    comesAfter(2, () => <p>The part</p>),
    <p>On its way</p>,
  );
  showParts(
    <PageErrors onRetry={() => undefined}>
      <Part />
    </PageErrors>,
  );
  await expect.element(page.getByText('On its way')).toBeVisible();
  await userEvent.click(retry);
  await expect.element(page.getByText('The part')).toBeVisible();
});

test('a line that is gone for a moment is not spoken of', async () => {
  const Part = lazyPart(comesAfter(1, () => <p>The part</p>));
  showParts(<Part />);
  await expect.element(page.getByText('The part')).toBeVisible();
});

test('a panel that did not come opens with the next tap', async () => {
  const Panel = whenOpened(comesAfter(2, ({ isOpen }: { isOpen: boolean }) => (isOpen ? <p>The panel</p> : null)));
  const Host = () => {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Panel isOpen={isOpen} />
      </>
    );
  };
  showParts(
    <PageErrors onRetry={() => undefined}>
      <Host />
    </PageErrors>,
  );
  await userEvent.click(page.getByRole('button', { name: 'Open' }));
  await userEvent.click(retry);
  await userEvent.click(page.getByRole('button', { name: 'Open' }));
  await expect.element(page.getByText('The panel')).toBeVisible();
});
