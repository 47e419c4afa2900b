// Links, the ways back, and what a page is handed, by the browser's own history.
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { goBack, navigate, readAddress } from '../src/ui/address.ts';
import { closeApp, openApp } from './support/app.tsx';
import { answerCalls } from './support/wire.ts';

afterEach(closeApp);

/** The number of the present entry; how many there are says a browser up to 50. */
const place = () => (history.state as { idx: number }).idx;
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

async function openPersonal(): Promise<void> {
  answerCalls(() => ({ refused: 'not-yours' }));
  await openApp({ path: '/personal' });
  await expect.element(heading('Personal')).toBeVisible();
}

test('a link to where one is adds nothing to the history', async () => {
  await openPersonal();
  const before = place();
  const link = page.getByRole('navigation').getByRole('link', { name: 'Quotation' }).first();
  await userEvent.click(link);
  await expect.element(heading('Quotation')).toBeVisible();
  await userEvent.click(link);
  expect(place()).toBe(before + 1);
  expect(link.element().getAttribute('aria-current')).toBe('page');
  history.back();
  await expect.element(heading('Personal')).toBeVisible();
});

test('a link that is opened elsewhere, or whose tap was taken, is left to whoever took it', async () => {
  await openPersonal();
  const link = page.getByRole('navigation').getByRole('link', { name: 'Quotation' }).first().element();
  const asked: boolean[] = [];
  // After the link's own, and before the browser opens a tab.
  const last = (event: Event): void => {
    asked.push(event.defaultPrevented);
    event.preventDefault();
  };
  addEventListener('click', last);
  for (const how of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...how }));
  }
  removeEventListener('click', last);
  expect(asked).toEqual([false, false, false, false]);
  expect(location.hash).toBe('#/personal');
});

test('what a page is handed comes with its entry, along the history too', async () => {
  await openPersonal();
  navigate('/quotation?search', { state: { account: 'a' } });
  await expect.element(heading('Quotation')).toBeVisible();
  expect(readAddress('pop')).toMatchObject({ pathname: '/quotation', search: '?search', state: { account: 'a' } });
  navigate('?other', { replace: true });
  expect(location.hash).toBe('#/quotation?other');
  expect(readAddress('pop').state).toBeNull();
  goBack('/home');
  await expect.element(heading('Personal')).toBeVisible();
});

test('back from the first page leads where the page says, in its place', async () => {
  history.replaceState(null, '', '#/personal');
  await openPersonal();
  history.replaceState({ idx: 0 }, '');
  goBack('/quotation');
  await expect.element(heading('Quotation')).toBeVisible();
  expect(place()).toBe(0);
});
