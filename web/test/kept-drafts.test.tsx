// What is typed into a form is there again after a look at another page or a log-in, for the same person alone.
import type { ShopTicket } from '@candor/wire';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearSession } from '../src/session/session.ts';
import { PrizeChoice } from '../src/shop/prize-choice.tsx';
import { needTexts, speak } from '../src/text/texts.ts';
import { closeApp, openApp } from './support/app.tsx';
import { hideParts, showParts } from './support/kit.tsx';
import { chosen } from './support/long-run.ts';
import { answerCalls } from './support/wire.ts';
import type { Answer } from './support/wire.ts';
import { wordsOf } from './support/words.ts';

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

const listOf = (...RESULT_LIST: object[]): Answer => ({ data: { RESULT_LIST, TOTAL: RESULT_LIST.length } });
const way = (coin_code: string, network: string) => ({ coin_code, network, network_title: network, token_standard: null, state: 'on', reason: '', is_test: false, min: '1', fee_share: '0.03', available: '100' }); // oxfmt-ignore
const limits = { version: 1, identity_amount: '1', age_amount: '1', age_months_max: 1, vip_amount: '1', history_share: '0.1', history_max: '1', limit_max: '1' }; // oxfmt-ignore
const ticketId = `sup_${'0'.repeat(26)}`;
const offer = {
  min: '1',
  max: '100000',
  day_limit: '100000',
  bank_days: 1,
  opens_hour: 0,
  closes_hour: 24,
  time_zone: 'UTC',
};
const buyTerms = { fee_rate: '0.01', payment_minutes: 30, given_up_max: 3, unpaid_max: 2, block_days: 30 };
const answers: Record<string, Answer> = {
  queryBorrowTerms: { data: { terms: [{ month: 3, config_version: 1, monthly_rate: '0.01', min: '1', max: '100000' }], limits } }, // oxfmt-ignore
  queryWithdrawTerms: { data: { ways: [way('USDT', 'tron'), way('BTC', 'bitcoin'), way('BTC', 'lightning')], hold_seconds: 60, holds: [], owed: '0' } }, // oxfmt-ignore
  queryAllUserAddress: listOf(),
  selectWithdraw: listOf(),
  '/api/security': { data: { authenticator: false, passkeys: 0, trade_password: true, verified: true, frozen: false, holds: [] } }, // oxfmt-ignore
  queryPersonalLimits: { data: { limits: { loss_day: null, loss_week: null, loss_month: null, stake_max: null }, next: null, reminder_minutes: null, pause: null, counted: null } }, // oxfmt-ignore
  getAuthentication: { data: { status: '0', latest: null, age_min: 18 } },
  '/api/support/tickets/one': { data: { ticket_id: ticketId, subject: 'Fees', about: '', state: 'answered', rating: null, can_rate: false, messages: [] } }, // oxfmt-ignore
  queryPurchaseTerms: { data: { RESULT_LIST: [{ ...offer, currency: 'USD' }, { ...offer, currency: 'JPY' }], TOTAL: 2, ...buyTerms } }, // oxfmt-ignore
  findAccountCoinByTransaction: listOf(),
};
const answer = (): unknown => answerCalls((call) => answers[call] ?? 'pending');

describe('what was typed is there again after a look at another page', () => {
  const forms = [
    { path: '/login', field: 'Account', typed: 'ada@example.com', isLoggedIn: false, isInGate: true },
    { path: '/forgot', field: 'E-mail address', typed: 'ada@example.com', isLoggedIn: false },
    { path: '/borrow', field: 'Amount', typed: '250' },
    { path: '/addaddress', field: 'Name', typed: 'Savings' },
    { path: `/support/${ticketId}`, field: /message/i, typed: 'Here it is', isInGate: true },
    { path: '/limits', field: /day/i, typed: '75' },
    { path: '/authentication', field: /name/i, typed: 'Ada Lovelace' },
  ];
  test.each(chosen(forms))('$path', async ({ path, field, typed, isLoggedIn = true }) => {
    answer();
    await openApp({ path, isLoggedIn });
    await userEvent.fill(page.getByRole('textbox', { name: field }).first(), typed);
    location.hash = '/help';
    await expect.element(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible();
    location.hash = path;
    await expect.element(page.getByRole('textbox', { name: field }).first()).toHaveValue(typed);
  });
});

test('a number of a document is left nowhere', async () => {
  answer();
  await openApp({ path: '/authentication' });
  await userEvent.fill(page.getByRole('textbox', { name: /number/i }), 'TR1234567');
  await userEvent.fill(page.getByRole('textbox', { name: /name/i }).first(), 'Ada Lovelace');
  expect(JSON.stringify({ ...sessionStorage })).toContain('Ada Lovelace');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('TR1234567');
});

test('a picture of a document that was deleted meanwhile is asked for anew, at its own side', async () => {
  const latest = { authentication_id: 'a', country: 'JP', document_kind: 'identity-card', document_number: '•••567', name: 'Ada Lovelace', birth_date: '1990-05-17', front: '/photo/a', submitted_at: '2026-11-20T10:00:00.000Z', decided_at: null, reason: 'details-differ' }; // oxfmt-ignore
  let back: string | null = '/photo/b';
  answerCalls((call) => {
    if (call === 'updateAuthentication') return { refused: 'picture-missing', facts: { field: 'back' } };
    return call === 'getAuthentication'
      ? { data: { status: '3', latest: { ...latest, back }, age_min: 18 } }
      : 'pending';
  });
  const atSide = (name: string, text: string) => page.getByRole('group', { name }).getByText(text);
  const kept = 'The photo from before is kept';
  const correct = async (): Promise<void> => {
    await openApp({ path: '/authentication' });
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(atSide('Front side', kept)).toBeVisible();
  };
  await correct();
  await userEvent.fill(page.getByRole('textbox', { name: /number/i }), 'TR1234567');
  await userEvent.click(page.getByRole('button', { name: 'Continue' }));
  await userEvent.click(page.getByRole('button', { name: 'Hand in for review' }));
  await expect.element(atSide('Back side', wordsOf('en')('refusals.picture-missing'))).toBeVisible();
  await expect.element(atSide('Back side', kept)).not.toBeInTheDocument();
  await expect.element(atSide('Front side', kept)).toBeVisible();

  back = null;
  await correct();
  await expect.element(atSide('Back side', 'The photo from before was deleted. Please add it again.')).toBeVisible();
});

test('an alert that was begun is there when its sheet opens again', async () => {
  answer();
  await openApp({ path: '/exchange/btcusdt' });
  const price = page.getByRole('dialog').getByRole('textbox', { name: 'Price' });
  const bell = page.getByRole('button', { name: 'Set a price alert for BTC' });
  await userEvent.click(bell);
  await userEvent.fill(price, '99000');
  await userEvent.keyboard('{Escape}');
  await expect.element(price).not.toBeInTheDocument();
  await userEvent.click(bell);
  await expect.element(price).toHaveValue('99000');
  // Its entry of the history goes with it, before the next test has one.
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => (history.state as { panels?: number }).panels ?? 0).toBe(0);
});

test('a withdrawal comes back with its coin and network, and what a link names comes first', async () => {
  answer();
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await openApp({ path: '/withdraw' });
  await userEvent.click(page.getByRole('radio', { name: 'BTC' }));
  await userEvent.click(page.getByRole('radio', { name: 'lightning' }));
  await userEvent.fill(amount, '0.5');
  await openApp({ path: '/withdraw' });
  await expect.element(page.getByRole('radio', { name: 'lightning' })).toBeChecked();
  await expect.element(amount).toHaveValue('0.5');

  await openApp({ path: '/withdraw?coin=USDT' });
  await expect.element(page.getByRole('radio', { name: 'USDT' })).toBeChecked();
  await expect.element(amount).toHaveValue('');
  // The address goes on naming what was chosen: a log-in leads back to that.
  await userEvent.click(page.getByRole('radio', { name: 'BTC' }));
  await expect.poll(() => location.hash).toBe('#/withdraw?coin=BTC');
});

test('the address for a prize is kept for that prize', async () => {
  const ofPrize = (order_id: string): ReactNode => (
    <PrizeChoice
      key={order_id}
      ticket={{ user_id: 'me', order_id, period: { prize: '1' } } as ShopTicket}
      prize={{ state: 'open' } as never}
    />
  );
  const city = page.getByRole('textbox', { name: wordsOf('en')('shop.line_city') });
  await speak('en');
  await needTexts(['shop']);
  showParts(ofPrize('one'));
  await userEvent.fill(city, 'London');
  showParts(ofPrize('two'));
  await expect.element(city).toHaveValue('');
  showParts(ofPrize('one'));
  await expect.element(city).toHaveValue('London');
  hideParts();
});

test('an invitation comes before one that was typed, or none', async () => {
  answer();
  const invite = page.getByRole('textbox', { name: /Invitation/ });
  await openApp({ path: '/register', isLoggedIn: false });
  await userEvent.fill(page.getByRole('textbox', { name: 'E-mail address' }), 'ada@example.com');
  await openApp({ path: '/register?invite=ABC', isLoggedIn: false });
  await expect.element(invite).toHaveValue('ABC');
  await expect.element(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue('ada@example.com');
});

test('what a guest has typed is there after the log-in', async () => {
  answer();
  const pay = page.getByRole('textbox', { name: 'You pay' });
  await openApp({ path: '/bugCoin?coin=ETH', isLoggedIn: false });
  await userEvent.fill(pay, '1000');
  await openApp({ path: '/bugCoin?coin=ETH' });
  await expect.element(pay).toHaveValue('1000');
});
