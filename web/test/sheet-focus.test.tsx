// A sheet that is opened with the keyboard: the ring around what has the focus is seen as a whole.
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Sheet } from '../src/ui/sheet.tsx';
import '../src/ui/tokens.css';
import { hideParts, showParts } from './support/kit.tsx';

afterEach(hideParts);

test('what scrolls below the cross cuts nothing off its ring', async () => {
  showParts(
    <Sheet isOpen onClose={() => undefined} title="A sheet">
      <p>What scrolls</p>
    </Sheet>,
  );
  const cross = page.getByRole('button', { name: 'close' });
  await expect.element(cross).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(cross).toHaveFocus();
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(cross.element());
  expect(outlineStyle).toBe('solid');
  const reach = parseInt(outlineWidth, 10) + parseInt(outlineOffset, 10);
  const scrolled = page.getByText('What scrolls').element().parentElement!;
  const foot = cross.element().getBoundingClientRect().bottom + reach;
  expect(foot).toBeLessThanOrEqual(scrolled.getBoundingClientRect().top);
});
