// What is typed into a form is there again after a look at another page or a log-in, for the same person alone.
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearSession } from '../src/session/session.ts';
import { closeApp, openApp } from './support/app.tsx';
import { answerCalls } from './support/wire.ts';

afterEach(() => {
  closeApp();
  sessionStorage.clear();
});

test('a look at the login page loses nothing of a registration but its passwords', async () => {
  answerCalls(() => ({ refused: 'not-yours' }));
  await openApp({ path: '/register', isLoggedIn: false });
  await userEvent.fill(page.getByRole('textbox', { name: 'E-mail address' }), 'ada@example.com');
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'correct horse');
  location.hash = '/login';
  await expect.element(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  location.hash = '/register';
  await expect.element(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue('ada@example.com');
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('correct horse');
});

test('a request to support outlives a session that ran out, and not a log-out', async () => {
  answerCalls(() => ({ refused: 'not-yours' }));
  const subject = page.getByLabelText('Subject');
  await openApp({ path: '/support/new' });
  await userEvent.fill(subject, 'My withdrawal');
  clearSession('cleared');
  await expect.element(subject).not.toBeInTheDocument();
  await openApp({ path: '/support/new' });
  await expect.element(subject).toHaveValue('My withdrawal');
  clearSession('out');
  await expect.element(subject).not.toBeInTheDocument();
  await openApp({ path: '/support/new' });
  await expect.element(subject).toHaveValue('');
});
