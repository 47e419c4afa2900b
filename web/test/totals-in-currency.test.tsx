// Totals are also said in the money that the person chose: with the day of its rate, of a demonstration as a sample,
// and not at all where the rate is old or nobody has said what it is worth.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CurrencyRate } from '@candor/wire';
import { setPreferences } from '../src/device/preferences.ts';
import { closeApp, openApp } from './support/app.tsx';
import { answerCalls, type Answer } from './support/wire.ts';

const listOf = (...RESULT_LIST: object[]): Answer => ({ data: { RESULT_LIST, TOTAL: RESULT_LIST.length } });
const usdt = { coin_code: 'USDT', qty: '1234.567', reserved: '0', margin: '0', staked: '0' };
const rate = (changed: Partial<CurrencyRate>): CurrencyRate => ({
  code: 'JPY',
  decimals: 0,
  per_usd: '149.5',
  day: '2026-11-20',
  source: 'bank',
  is_old: false,
  is_doubted: false,
  ...changed,
});

function answer(...currencies: CurrencyRate[]): void {
  answerCalls((call) => {
    if (call === '/api/currencies') return { data: { currencies } };
    if (call === 'findAccountCoinByTransaction') return listOf(usdt);
    return call === 'queryOrderList' || call === 'queryBills' ? listOf() : 'pending';
  });
}

beforeEach(() => setPreferences({ currency: 'JPY', hidesBalances: false }));
afterEach(() => {
  closeApp();
  localStorage.clear();
  setPreferences({ currency: null, hidesBalances: false });
});

const inUsdt = page.getByText(/^1,234\.56/).first();
const inYen = page.getByText('≈ 184,567 JPY', { exact: true }).first();

test.each(['/asset', '/home', '/bills'])('%s says its total in the chosen money, cut to its digits', async (path) => {
  answer(rate({}), rate({ code: 'EUR', per_usd: '0.9' }));
  await openApp({ path });
  await expect.element(inUsdt).toBeVisible();
  await expect.element(inYen).toBeVisible();
  expect(inYen.element().parentElement!.textContent).toMatch(/^≈ 184,567 JPY.*20/);
});

test('a rate made up for a demonstration is said to be one', async () => {
  answer(rate({ source: 'demo' }));
  await openApp({ path: '/asset' });
  await expect.element(inYen).toBeVisible();
  const [, said] = inYen.element().parentElement!.children;
  expect(said?.textContent).toBe('Sample rate');
});

test.each(['/asset', '/home', '/bills'])('by an old rate %s says no figure but its day', async (path) => {
  answer(rate({ is_old: true }));
  await openApp({ path });
  await expect.element(page.getByText(/^Not shown in JPY: the last rate is of .*20/).first()).toBeVisible();
  await expect.element(page.getByText(/≈/)).not.toBeInTheDocument();
});

test.each([
  { name: 'nobody has said', changed: { per_usd: null, day: null, source: null } },
  { name: 'another money alone has', changed: { code: 'EUR' } },
] as const)('a rate that $name gives no total but the one in USDT', async ({ changed }) => {
  answer(rate(changed));
  await openApp({ path: '/asset' });
  await expect.element(inUsdt).toBeVisible();
  await expect.element(page.getByText(/≈/)).not.toBeInTheDocument();
});

test('whoever hides balances hides them in every money', async () => {
  setPreferences({ hidesBalances: true });
  answer(rate({}));
  await openApp({ path: '/asset' });
  await expect.element(page.getByText('Total', { exact: true }).first()).toBeVisible();
  await expect.element(page.getByText(/≈/)).not.toBeInTheDocument();
});
