// What is for verified customers says so before anything is filled in, leads there and back to what was typed, and says nothing to others.
import { coins } from '@candor/wire';
import type { ContractsConfigMessage, User } from '@candor/wire';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../src/data/use-read.ts';
import { readMode } from '../src/device/mode.ts';
import { Ticket } from '../src/contracts/ticket.tsx';
import { newDraft } from '../src/contracts/ticket-rules.ts';
import { clearSession, currentUser, storeUser } from '../src/session/session.ts';
import { createFormats } from '../src/text/formats.ts';
import { needTexts, speak } from '../src/text/texts.ts';
import { SurroundingsProvider, type KitProvider } from '../src/ui/kit-provider.tsx';
import { closeApp, openApp } from './support/app.tsx';
import { hideParts, showParts } from './support/kit.tsx';
import { chosen } from './support/long-run.ts';
import { answerCalls, type Answer } from './support/wire.ts';

afterEach(() => {
  hideParts();
  closeApp();
  sessionStorage.clear();
});

const listOf = (...RESULT_LIST: object[]): Answer => ({ data: { RESULT_LIST, TOTAL: RESULT_LIST.length } });
const way = { coin_code: 'USDT', network: 'tron', network_title: 'tron', token_standard: null, state: 'on', reason: '', is_test: false, min: '1', fee_share: '0.03', available: '100' }; // oxfmt-ignore
const limits = { version: 1, identity_amount: '1', age_amount: '1', age_months_max: 1, vip_amount: '1', history_share: '0.1', history_max: '1', limit_max: '1' }; // oxfmt-ignore
const answers: Record<string, Answer> = {
  queryBorrowTerms: { data: { terms: [{ month: 3, config_version: 1, monthly_rate: '0.01', min: '1', max: '100000' }], limits } }, // oxfmt-ignore
  queryWithdrawTerms: { data: { ways: [way], hold_seconds: 60, holds: [], owed: '0' } },
  queryAllUserAddress: listOf(),
  selectWithdraw: listOf(),
  '/api/security': { data: { authenticator: false, passkeys: 0, trade_password: true, verified: false, frozen: false, holds: [] } }, // oxfmt-ignore
  queryPurchaseTerms: { data: { RESULT_LIST: [{ min: '1', max: '100000', day_limit: '100000', bank_days: 1, opens_hour: 0, closes_hour: 24, time_zone: 'UTC', currency: 'USD' }], TOTAL: 1, fee_rate: '0.01', payment_minutes: 30, given_up_max: 3, unpaid_max: 2, block_days: 30 } }, // oxfmt-ignore
  findAccountCoinByTransaction: listOf(),
  getAuthentication: { data: { status: '0', latest: null, age_min: 18 } },
};

const title = page.getByText('Verify your identity first');
const unverified = (): void => storeUser({ ...currentUser(), status: '0' } as User);

const forms = [
  { what: 'borrowing', path: '/borrow', field: 'Amount' },
  { what: 'buying coins', path: '/bugCoin?coin=ETH', field: 'You pay' },
  { what: 'a withdrawal', path: '/withdraw', field: 'Amount', isInGate: true },
  { what: 'a swap', path: '/exchange', field: /give/i },
  { what: 'a swap at a limit', path: '/exchange', field: /give/i, tab: 'Limit', isInGate: true },
];
test.each(chosen(forms))('$what', async ({ path, field, tab }) => {
  answerCalls((call) => answers[call] ?? 'pending');
  await openApp({ path });
  const amount = page.getByRole('textbox', { name: field }).first();
  if (tab !== undefined) await userEvent.click(page.getByRole('radio', { name: tab }));
  await expect.element(amount).toBeVisible();
  await expect.element(title).not.toBeInTheDocument();
  unverified();
  await expect.element(title).toBeVisible();
  await userEvent.fill(amount, '12');
  await userEvent.click(page.getByRole('button', { name: 'Verify now' }));
  const wanted = decodeURIComponent(location.hash.split('?redirect=')[1] ?? '');
  expect([location.hash.split('?')[0], wanted.split('?')[0]]).toEqual(['#/authentication', path.split('?')[0]]);
  location.hash = wanted;
  await expect.element(amount).toHaveValue('12');
  await expect.element(title).toBeVisible();
});

test('a swap is not sent before the identity is verified: its button asks for that first', async () => {
  const quote = { quote_id: 'q', baseCurrency: 'USDT', quoteCurrency: 'BTC', price: '0.00002', inverse_price: '50000', base_amount: '12', quote_amount: '0.00024', fee: '0', expires_at: new Date(Date.now() + 60_000).toISOString() }; // oxfmt-ignore
  const usdt = listOf({ coin_code: 'USDT', qty: '100', reserved: '0', margin: '0', staked: '0' });
  const asked = answerCalls((call) => {
    if (call === 'findAccountCoinByTransaction') return usdt;
    return call === '/api/exchange/rate' ? { data: quote } : 'pending';
  });
  await openApp({ path: '/exchange' });
  unverified();
  await userEvent.fill(page.getByRole('textbox', { name: 'You give' }), '12');
  await expect.element(page.getByRole('textbox', { name: 'You receive' })).toHaveValue('0.00024');
  await userEvent.click(page.getByRole('button', { name: 'Swap', exact: true }));
  const prompt = page.getByRole('alertdialog');
  await expect.element(prompt.getByRole('button', { name: 'Verify now' })).toBeVisible();
  expect(asked).not.toContain('/api/exchange/submit');
  await userEvent.keyboard('{Escape}');
  await expect.element(prompt).not.toBeInTheDocument();
});

const handedIn = { authentication_id: 'a', country: 'JP', document_kind: 'passport', document_number: '•••567', name: 'Ada', birth_date: '1990-05-17', front: null, back: null, submitted_at: '2026-11-20T10:00:00.000Z', decided_at: null, reason: null }; // oxfmt-ignore

test.each([
  { status: '1', latest: handedIn, says: 'Certification review in progress, please wait for the review', leads: 'User Verification' }, // oxfmt-ignore
  {
    status: '3',
    latest: { ...handedIn, reason: 'document-expired' },
    says: /could not be approved/,
    leads: 'Try again',
  },
])('who has handed in a document reads what became of it: $says', async ({ status, latest, says, leads }) => {
  const asked = answerCalls((call) =>
    call === 'getAuthentication' ? { data: { status, latest, age_min: 18 } } : (answers[call] ?? 'pending'),
  );
  await openApp({ path: '/borrow' });
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toBeVisible();
  expect(asked).not.toContain('getAuthentication');
  unverified();
  await expect.element(page.getByText(says)).toBeVisible();
  await expect.element(title).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Verify now' })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: leads }));
  expect(location.hash).toContain('#/authentication?redirect=');
});

async function beOf(mode: 'demo' | 'production'): Promise<void> {
  globalThis.fetch = async () => Response.json({ mode });
  await readMode();
}

test.each([
  { status: undefined, verifies: false, leads: false },
  { status: '2', verifies: false, leads: true },
  { status: '0', verifies: true, leads: false },
])(
  'the demo verifies in place whom it knows to have handed in nothing: $status',
  async ({ status, verifies, leads }) => {
    await beOf('demo');
    const asked = answerCalls((call) => {
      if (call !== 'getAuthentication') return answers[call] ?? 'pending';
      return status === undefined ? 'pending' : { data: { status, latest: null, age_min: 18 } };
    });
    try {
      await openApp({ path: '/borrow' });
      unverified();
      const verify = page.getByRole('button', { name: 'Verify now' });
      await expect.element(verify).toBeVisible();
      await expect.poll(() => asked).toContain('getAuthentication');
      const isHeld = (): boolean => verify.element().ariaBusy === 'true';
      await expect.poll(isHeld).toBe(status === undefined);
      (verify.element() as HTMLElement).click();
      await expect.poll(() => location.hash.includes('/authentication')).toBe(leads);
      await expect.poll(() => asked.includes('/dev/verify-me')).toBe(verifies);
    } finally {
      await beOf('production');
    }
  },
);

test.each(['/borrow', '/bugCoin?coin=ETH'])('a guest at %s is told to log in', async (path) => {
  answerCalls((call) => answers[call] ?? 'pending');
  await openApp({ path, isLoggedIn: false });
  await expect.element(page.getByRole('textbox').first()).toBeVisible();
  await expect.element(title).not.toBeInTheDocument();
});

const terms = {
  config_version: 1, lever_max: 50, fee_rate: '0.01', maintenance_rate: '0.005', slippage_max: '0.005', margin_share_max: '0.9',
  sheets_min: 1, sheets_max: 10_000, stress_rate: '0.1', margin_min: '1', resting_max: 100, orders_max: 200, resting_share_max: '0.05',
  limit_expiry_ms: null, pairs: [],
} as unknown as ContractsConfigMessage; // oxfmt-ignore

function Contract(): ReactNode {
  const [draft, setDraft] = useState(newDraft);
  const change = (changed: object): void => setDraft((now) => ({ ...now, ...changed }));
  return <Ticket coin={coins[0]!} terms={terms} draft={draft} onChange={change} onPlaced={() => undefined} onLeave={() => setDraft({ ...newDraft, sheets: 'left' })} />; // oxfmt-ignore
}

test('a contract', async () => {
  answerCalls(() => 'pending');
  clearSession('out');
  await speak('en');
  await needTexts(['contracts', 'market']);
  showParts(
    <QueryClientProvider client={queryClient}>
      <SurroundingsProvider
        value={
          { word: (name: string) => name, formats: createFormats('en'), direction: 'ltr' } as unknown as KitProvider
        }
      >
        <Contract />
      </SurroundingsProvider>
    </QueryClientProvider>,
  );
  const sheets = page.getByRole('textbox', { name: 'Contracts' });
  await expect.element(sheets).toBeVisible();
  await expect.element(title).not.toBeInTheDocument();
  storeUser({ account_id: 'a', user_name: 'ada@example.com', status: '0' } as unknown as User);
  await expect.element(title).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Verify now' }));
  await expect.element(sheets).toHaveValue('left');
  expect(location.hash).toContain('/authentication');
});
