// What stands beside the page and breaks or does not come: it is left out, and the page stays.
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { askAboutTerms } from '../src/session/legal-question.ts';
import { closeApp, openApp } from './support/app.tsx';
import { answerCalls } from './support/wire.ts';

vi.mock('../src/limits/session-reminder.tsx', () => ({ SessionReminder: () => missing('reminder') }));
vi.mock('../src/treaty/running-count.tsx', () => ({ RunningCount: () => missing('count') }));
vi.mock('../src/content/legal-question.tsx', () => ({
  LegalQuestion: ({ isOpen }: { isOpen: boolean }) => isOpen && missing('question'),
}));

function missing(name: string): never {
  throw new TypeError(`Failed to fetch dynamically imported module: /assets/${name}.js`);
}

afterEach(() => {
  closeApp();
  vi.restoreAllMocks();
});

test('the page stays without its reminder, its count and the question about terms, which is asked again', async () => {
  const told = vi.spyOn(console, 'error').mockReturnValue();
  /** What a boundary caught, which the app reports. */
  const caught = (name: string): number =>
    told.mock.calls.filter((parts) => parts.join(' ').includes(`/${name}.js`)).length;
  answerCalls(() => 'pending');
  await openApp({ path: '/appearance' });
  await expect.poll(() => caught('reminder')).toBe(1);
  await expect.poll(() => caught('count')).toBeGreaterThan(0);
  for (const times of [1, 2]) {
    askAboutTerms();
    await expect.poll(() => caught('question')).toBe(times);
    await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
});
