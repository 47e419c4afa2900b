// An amount counts the coin and the currency that it was typed for, whatever becomes known or is chosen elsewhere meanwhile.
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../src/data/use-read.ts';
import { setPreferences } from '../src/device/preferences.ts';
import { closeApp, openApp } from './support/app.tsx';
import { answerCalls } from './support/wire.ts';
import type { Answer } from './support/wire.ts';

afterEach(() => {
  closeApp();
  sessionStorage.clear();
  setPreferences({ currency: null });
});

const listOf = (...RESULT_LIST: object[]): Answer => ({ data: { RESULT_LIST, TOTAL: RESULT_LIST.length } });
const offer = {
  min: '1',
  max: '100000',
  day_limit: '100000',
  bank_days: 1,
  opens_hour: 0,
  closes_hour: 24,
  time_zone: 'UTC',
};
const offers = { data: { RESULT_LIST: [{ ...offer, currency: 'USD' }, { ...offer, currency: 'JPY' }], TOTAL: 2, fee_rate: '0.01', payment_minutes: 30, given_up_max: 3, unpaid_max: 2, block_days: 30 } }; // oxfmt-ignore
let eth = '0';
const answer = (): unknown =>
  answerCalls((call) => {
    if (call === 'findAccountCoinByTransaction') return listOf({ coin_code: 'ETH', qty: eth, reserved: '0', margin: '0', staked: '0' }); // oxfmt-ignore
    return call === 'queryPurchaseTerms' ? offers : 'pending';
  });

const give = page.getByRole('textbox', { name: 'You give' });
const giveCoin = page.getByRole('button', { name: /^Coin that you give/ });
const receiveCoin = page.getByRole('button', { name: /^Coin that you receive/ });
const pay = page.getByRole('textbox', { name: 'You pay' });
const get = page.getByRole('textbox', { name: 'You receive' });
const currency = page.getByRole('button', { name: /^Currency that you pay in/ });
const coin = page.getByRole('button', { name: /^Coin that you buy/ });

test('a swap stays the way round that it began while balances change', async () => {
  eth = '0';
  answer();
  await openApp({ path: '/exchange?coin=ETH' });
  await userEvent.fill(give, '5');
  await expect.element(giveCoin).toHaveTextContent('USDT');
  eth = '3';
  await queryClient.invalidateQueries({ queryKey: ['findAccountCoinByTransaction'] });
  await expect.poll(() => JSON.stringify(queryClient.getQueriesData({}))).toContain('"qty":"3"');
  await expect.element(giveCoin).toHaveTextContent('USDT');
  await expect.element(give).toHaveValue('5');
});

test('all of a coin is given by one tap, with all its digits', async () => {
  eth = '3.12345678';
  answer();
  await openApp({ path: '/exchange?coin=ETH' });
  await expect.element(giveCoin).toHaveTextContent('ETH');
  await userEvent.click(page.getByRole('button', { name: 'Max' }));
  await expect.element(give).toHaveValue('3.12345678');
});

test('nothing can be typed before it is known which coin is given', async () => {
  answerCalls(() => 'pending');
  await openApp({ path: '/exchange?coin=ETH' });
  await expect.element(page.getByRole('radio', { name: 'Limit' })).toBeInTheDocument();
  await expect.element(give).not.toBeInTheDocument();
  await openApp({ path: '/exchange' });
  await expect.element(give).toBeVisible();
});

test('another pair begins without an amount, and is there again after a look at another page', async () => {
  eth = '3';
  answer();
  await openApp({ path: '/exchange?coin=ETH' });
  await expect.element(giveCoin).toHaveTextContent('ETH');
  await userEvent.fill(give, '2');
  await userEvent.click(page.getByRole('button', { name: 'Change direction' }));
  await expect.element(give).toHaveValue('');
  await userEvent.fill(give, '70');
  await openApp({ path: '/exchange' });
  await expect.element(giveCoin).toHaveTextContent('USDT');
  await expect.element(receiveCoin).toHaveTextContent('ETH');
  await expect.element(give).toHaveValue('70');
  await openApp({ path: '/exchange?coin=BTC' });
  await expect.element(receiveCoin).toHaveTextContent('BTC');
  await expect.element(give).toHaveValue('');
});

test('a swap that waits comes back with how long it waits', async () => {
  answer();
  await openApp({ path: '/exchange' });
  await userEvent.click(page.getByRole('radio', { name: 'Limit' }));
  await userEvent.fill(page.getByRole('textbox', { name: 'You give at most' }), '40');
  const waits = page.getByRole('radiogroup', { name: 'Waits for' }).getByRole('radio');
  await userEvent.click(waits.nth(2));
  await openApp({ path: '/exchange' });
  await expect.element(page.getByRole('textbox', { name: 'You give at most' })).toHaveValue('40');
  await expect.element(waits.nth(2)).toBeChecked();
});

test('an order stays in the currency that it began with, whatever another tab prefers', async () => {
  answer();
  setPreferences({ currency: 'USD' });
  await openApp({ path: '/bugCoin' });
  await userEvent.fill(pay, '1000');
  setPreferences({ currency: 'JPY' });
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  await expect.element(currency).toHaveTextContent('USD');
});

test('what was typed goes with the currency or the coin that it counts, and with no other', async () => {
  answer();
  setPreferences({ currency: 'USD' });
  await openApp({ path: '/bugCoin?coin=BTC' });
  await userEvent.fill(pay, '1000');
  await openApp({ path: '/bugCoin?coin=ETH' });
  await expect.element(coin).toHaveTextContent('ETH');
  await expect.element(pay).toHaveValue('1000');
  await userEvent.fill(get, '0.5');
  await openApp({ path: '/bugCoin?coin=BTC' });
  await expect.element(coin).toHaveTextContent('BTC');
  await expect.element(get).toHaveValue('');
  await openApp({ path: '/bugCoin?coin=ETH' });
  await expect.element(get).toHaveValue('0.5');
});

test('what is bought has room for all digits of its amounts on a phone', async () => {
  answer();
  setPreferences({ currency: 'USD' });
  await page.viewport(375, 667);
  try {
    await openApp({ path: '/bugCoin' });
    await userEvent.fill(pay, '1234567890123.45');
    const { scrollWidth, clientWidth } = pay.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  } finally {
    await page.viewport(320, 640);
  }
});
