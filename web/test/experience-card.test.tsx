// The experience account on the personal page: shown to whom it is open and to whoever has one, and to nobody else.
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeApp, openApp } from './support/app.tsx';
import { answerCalls, type Answer } from './support/wire.ts';

afterEach(closeApp);

const title = page.getByRole('heading', { name: 'Experience account' });
const offered = (state: string, number: string | null = null): Answer => ({
  data: { state, coin: 'USDT', amount: '100', user_number: number },
});

test.each(['off', 'not-invited', 'own'])('where it is %s nothing is said of it', async (state) => {
  const asked = answerCalls((call) => (call === '/api/experience-account' ? offered(state) : 'pending'));
  await openApp({ path: '/personal' });
  await expect.element(page.getByText('Security').first()).toBeVisible();
  await expect.poll(() => asked.includes('/api/experience-account')).toBe(true);
  await expect.element(title).not.toBeInTheDocument();
});

test('who is not verified is told what to do first', async () => {
  answerCalls((call) => (call === '/api/experience-account' ? offered('unverified') : 'pending'));
  await openApp({ path: '/personal' });
  await expect.element(page.getByText('Verify your identity to open it.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Open one' })).not.toBeInTheDocument();
});

test('whoever looked a moment before an offer sees it when its notice leads here', async () => {
  let state = 'not-invited';
  const asked = answerCalls((call) => (call === '/api/experience-account' ? offered(state) : 'pending'));
  await openApp({ path: '/personal' });
  await expect.poll(() => asked.includes('/api/experience-account')).toBe(true);
  location.hash = '/notifications';
  await expect.element(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  state = 'ready';
  location.hash = '/personal';
  await expect.element(title).toBeVisible();
});

test('it is opened with a password of its own, and its number stays there', async () => {
  let number: string | null = null;
  const asked = answerCalls((call) => {
    if (call === '/api/experience-account') return offered(number === null ? 'ready' : 'opened', number);
    if (call !== '/api/experience-account/open') return 'pending';
    number = '12345678';
    return { data: { account_id: 'acc_1', user_number: number, coin: 'USDT', amount: '100' } };
  });
  await openApp({ path: '/personal' });
  await expect.element(page.getByText(/bonus/).first()).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Open one' }));
  const sheet = page.getByRole('dialog');
  await userEvent.fill(sheet.getByLabelText('Its password'), 'short');
  await userEvent.click(sheet.getByRole('button', { name: 'Open one' }));
  expect(asked.includes('/api/experience-account/open')).toBe(false);
  await userEvent.fill(sheet.getByLabelText('Its password'), 'lark wren and heron');
  await userEvent.click(sheet.getByRole('button', { name: 'Open one' }));
  await expect.element(page.getByText(/Its number is 12345678/)).toBeVisible();
  expect(asked.filter((call) => call === '/api/experience-account/open')).toHaveLength(1);
});
