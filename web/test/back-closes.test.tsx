// A panel's entry in the history goes with the panel, and never takes along the page that is opened meanwhile.
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeApp, openApp } from './support/app.tsx';
import { isLongRun } from './support/long-run.ts';
import { answerCalls } from './support/wire.ts';

afterEach(closeApp);

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** While the panel still counts as open, about when its entry goes, and after. */
test.each(isLongRun ? [0, 30, 48, 52, 60, 120] : [48])(
  'a page opened %i ms after a dialog closed stays open',
  async (ms) => {
    answerCalls(() => ({ refused: 'not-yours' }));
    await openApp({ path: '/personal' });
    await expect.element(heading('Personal')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Log out' }));
    const dialog = page.getByRole('alertdialog');
    await expect.element(dialog).toBeVisible();
    await expect.poll(() => (history.state as { panels?: number } | null)?.panels).toBe(1);
    const cancel = dialog.getByRole('button', { name: 'Cancel' }).element() as HTMLElement;
    cancel.click();
    await wait(ms);
    location.hash = '/quotation';
    await expect.element(heading('Quotation')).toBeVisible();
    await wait(200);
    await expect.element(heading('Quotation')).toBeVisible();
    expect(location.hash).toBe('#/quotation');
  },
);

/** The browser goes back only after the other page is there, as it may on a busy machine. */
test.each(['numbered', 'opened by its address'])(
  'a page opened before a panel on a page %s is gone stays open',
  async (kind) => {
    answerCalls(() => ({ refused: 'not-yours' }));
    await openApp({ path: kind === 'numbered' ? '/personal' : '/quotation' });
    if (kind !== 'numbered') {
      await expect.element(heading('Quotation')).toBeVisible();
      location.hash = '/personal';
    }
    await expect.element(heading('Personal')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Log out' }));
    const dialog = page.getByRole('alertdialog');
    await expect.element(dialog).toBeVisible();
    await expect.poll(() => (history.state as { panels?: number } | null)?.panels).toBe(1);
    const go = vi.spyOn(history, 'go').mockImplementation(() => undefined);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await expect.poll(() => go.mock.lastCall).toEqual([-1]);
    go.mockRestore();
    location.hash = '/quotation';
    await expect.element(heading('Quotation')).toBeVisible();
    history.go(-1);
    await wait(300);
    await expect.element(heading('Quotation')).toBeVisible();
    expect(location.hash).toBe('#/quotation');
  },
);

test('back closes a panel on a page that was opened by its address', async () => {
  answerCalls(() => ({ refused: 'not-yours' }));
  await openApp({ path: '/quotation' });
  await expect.element(heading('Quotation')).toBeVisible();
  location.hash = '/personal';
  await expect.element(heading('Personal')).toBeVisible();
  expect(history.state).toBeNull();
  await userEvent.click(page.getByRole('button', { name: 'Log out' }));
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toBeVisible();
  await expect.poll(() => (history.state as { panels?: number } | null)?.panels).toBe(1);
  history.back();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(heading('Personal')).toBeVisible();
});

test('a page that is left closes what lies over it, and is as it was when one comes back', async () => {
  answerCalls(() => ({ refused: 'not-yours' }));
  await openApp({ path: '/personal' });
  await userEvent.click(page.getByRole('button', { name: 'Log out' }));
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog).toBeVisible();
  location.hash = '/quotation';
  await expect.element(heading('Quotation')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  location.hash = '/personal';
  await expect.element(heading('Personal')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  expect(document.querySelector('[role=alertdialog]')).toBeNull();
});
