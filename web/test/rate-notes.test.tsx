// A purchase says of which day its rate is and who set it; where nobody can buy at it, why and what helps.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CurrencyRate } from '@candor/wire';
import { setPreferences } from '../src/device/preferences.ts';
import { closeApp, openApp } from './support/app.tsx';
import { answerCalls } from './support/wire.ts';

const offer = { min: '10', max: '50000', bank_days: 1 };
const terms = { fee_rate: '0.01', payment_minutes: 30, given_up_max: 3, unpaid_max: 2, block_days: 30 };
const offers = { data: { RESULT_LIST: [{ ...offer, currency: 'USD' }, { ...offer, currency: 'JPY' }], TOTAL: 2, ...terms } }; // oxfmt-ignore
const rate = (changed: Partial<CurrencyRate>): CurrencyRate => ({ code: 'JPY', decimals: 0, per_usd: '149.5', day: '2026-11-20', source: 'bank', is_old: false, is_doubted: false, ...changed }); // oxfmt-ignore
const dollar = rate({ code: 'USD', per_usd: '1', day: null, source: 'none' });

async function open(changed: Partial<CurrencyRate>): Promise<void> {
  answerCalls((call) => {
    if (call === '/api/currencies') return { data: { currencies: [dollar, rate(changed)] } };
    return call === 'queryPurchaseTerms' ? offers : 'pending';
  });
  await openApp({ path: '/bugCoin?coin=USDT' });
}

beforeEach(() => setPreferences({ currency: 'JPY' }));
afterEach(() => {
  closeApp();
  localStorage.clear();
  setPreferences({ currency: null });
});

const order = page.getByRole('button', { name: 'Log in to buy' });
const note = page.getByRole('note').filter({ hasText: 'You can’t buy with JPY right now' });

test.each([
  { of: 'the list', changed: {}, said: /^Central bank rate of .*2026 · .+ ago$/ },
  { of: 'operators', changed: { source: 'operators' }, said: /^Rate of .*2026, set by Candor · .+ ago$/ },
  { of: 'a demonstration', changed: { source: 'demo' }, said: 'Sample rate' },
] as const)('a rate of $of has its day', async ({ changed, said }) => {
  await open(changed);
  await expect.element(page.getByText(said)).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  await expect.element(order).toBeEnabled();
});

test.each([
  { how: 'too old', changed: { is_old: true }, said: 'which is too old to buy at' },
  { how: 'in doubt', changed: { is_doubted: true }, said: 'we are checking it first' },
  { how: 'missing', changed: { per_usd: null, day: null, source: null, is_old: true }, said: 'There is no exchange rate' },
] as const)('at a rate that is $how nobody buys, and another currency is offered', async ({ changed, said }) => {
  await open(changed);
  await expect.element(note).toBeVisible();
  await expect.element(note).toHaveTextContent(said);
  await expect.element(note).toHaveTextContent('You can pay with USD now.');
  await expect.element(order).toBeDisabled();
}); // oxfmt-ignore
