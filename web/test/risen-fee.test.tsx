// A fee that rose between the look and the press: nothing is sent under it before the person has seen it.
import { addWithdraw } from '@candor/wire';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeApp, openApp } from './support/app.tsx';
import { answerCalls, type Answer } from './support/wire.ts';

afterEach(() => {
  closeApp();
  sessionStorage.clear();
});

const listOf = (...RESULT_LIST: object[]): Answer => ({ data: { RESULT_LIST, TOTAL: RESULT_LIST.length } });
const address = { address_id: 'wad_1', address_name: 'Savings', address_ip: 'T1', coin_code: 'USDT', network: 'tron', usable_at: '2020-01-01T00:00:00.000Z' }; // oxfmt-ignore
const way = { coin_code: 'USDT', network: 'tron', network_title: 'tron', token_standard: null, state: 'on', reason: '', is_test: false, min: '1', available: '500' }; // oxfmt-ignore

/** The fee of 3 % becomes 5 % as soon as something was asked for under it. */
function answer(): unknown[] {
  const sent: unknown[] = [];
  answerCalls((call) => {
    if (call === addWithdraw.path) {
      sent.push(call);
      return { refused: 'withdrawal-fee-risen' };
    }
    if (call === 'queryWithdrawTerms') return { data: { ways: [{ ...way, fee_share: sent.length > 0 ? '0.05' : '0.03' }], hold_seconds: 60, holds: [], owed: '0' } }; // oxfmt-ignore
    if (call === 'queryAllUserAddress') return listOf(address);
    if (call === 'selectWithdraw') return listOf();
    if (call === '/api/security') return { data: { authenticator: true, passkeys: 0, trade_password: true, verified: true, frozen: false, holds: [] } }; // oxfmt-ignore
    return 'pending';
  });
  return sent;
}

test('a withdrawal whose fee has risen shows the new one and waits for another press', async () => {
  const sent = answer();
  await openApp({ path: '/withdraw' });
  await userEvent.click(page.getByRole('button', { name: /Savings/ }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Amount' }), '100');
  await expect.element(page.getByText('Fee (3.00%)')).toBeVisible();
  await userEvent.click(page.getByRole('textbox', { name: 'Trade password' }));
  await userEvent.keyboard('246810');
  await userEvent.fill(page.getByLabelText(/code/i), '123456');
  await userEvent.click(page.getByRole('checkbox'));
  await userEvent.click(page.getByRole('button', { name: 'Withdraw' }));
  await expect.element(page.getByText('Fee (5.00%)')).toBeVisible();
  expect(sent).toHaveLength(1);
  await expect.element(page.getByText(/fee has risen/)).toBeVisible();
});
