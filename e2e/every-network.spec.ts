// Every coin on every network, as a newcomer uses it: test coins arrive and are credited, and a withdrawal is sent to an address of somebody else.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { logIn } from './support/accounts.ts';
import { fact } from './support/facts.ts';
import { judgeShown } from './support/judge.ts';
import { startServer, type TestServer } from './support/server.ts';
import { approveAtConsole, openWithdrawer, takeCode, tradePassword } from './support/withdraw.ts';
import { startsWith, wordsOf, type Language } from './support/words.ts';

interface Pair {
  coin: string;
  network: string;
  /** What is sent to, and what it is shown as. */
  payee: string;
  tag?: string;
  amount: string;
  /** What arrives: the amount less 3 %. */
  net: string;
  language?: Language;
  isDark?: true;
}

const evmPayee = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const tronPayee = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const pairs: readonly Pair[] = [
  { coin: 'USDT', network: 'tron', payee: tronPayee, amount: '100', net: '97' },
  { coin: 'USDT', network: 'ethereum', payee: evmPayee, amount: '100', net: '97' },
  {
    coin: 'BTC',
    network: 'bitcoin',
    payee: 'bcrt1qzyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3lgth6c',
    amount: '0.001',
    net: '0.00097',
  },
  { coin: 'ETH', network: 'ethereum', payee: evmPayee, amount: '0.05', net: '0.0485' },
  { coin: 'TRX', network: 'tron', payee: tronPayee, amount: '100', net: '97', language: 'ar', isDark: true },
  { coin: 'XRP', network: 'xrpl', payee: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', tag: '17', amount: '20', net: '19.4' },
];

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer({ DEV_CHAIN: 'on' });
});
test.afterAll(() => server.stop());
test.use({ viewport: { width: 375, height: 812 } });

for (const pair of pairs) {
  const { coin, network, language = 'en', isDark } = pair;
  test(`${coin} on ${network}${language === 'en' ? '' : `, in ${language}`}${isDark ? ', dark' : ''}`, async ({
    page,
    browser,
  }) => {
    test.slow();
    const account = await openWithdrawer(server, '0');
    const preferences = { state: { language, ...(isDark && { theme: 'dark' }) }, version: 1 };
    await page.addInitScript((kept) => localStorage.setItem('candor.preferences', kept), JSON.stringify(preferences));
    await logIn(page, account, server);
    await depositTestCoins(page, pair);
    await addPayee(page, pair, account.password);
    await withdraw(page, pair);
    await approve(browser);
    await arrives(page, pair);
  });
}

async function depositTestCoins(page: Page, { coin, network, language = 'en' }: Pair): Promise<void> {
  const say = wordsOf(language);
  await page.goto(`${server.url}/#/recharge?coin=${coin}`);
  await page.locator(`input[value="${network}"]`).check();
  await page.getByRole('button', { name: startsWith(say('deposits.getTest')) }).click();
  const mine = page.getByRole('list', { name: say('deposits.mine') });
  await expect(mine.getByText(say('deposits.state_credited'))).toBeVisible({ timeout: 120_000 });
  await judgeShown(page, `a deposit of ${coin} on ${network}`);
}

async function addPayee(
  page: Page,
  { coin, network, payee, tag, language = 'en' }: Pair,
  password: string,
): Promise<void> {
  const say = wordsOf(language);
  await page.goto(`${server.url}/#/addaddress?coin=${coin}&network=${network}`);
  await page.getByLabel(say('withdrawals.address'), { exact: true }).fill(payee);
  if (tag !== undefined) await page.getByLabel(say('withdrawals.tag'), { exact: true }).fill(tag);
  await page.getByLabel(say('withdrawals.alias'), { exact: true }).fill('My wallet');
  await page.getByLabel(say('security.password')).fill(password);
  await takeCode(page, server, say);
  await page.getByRole('button', { name: say('withdrawals.save') }).click();
  await expect(page).toHaveURL(/#\/address$/);
}

async function withdraw(page: Page, { coin, network, amount, language = 'en' }: Pair): Promise<void> {
  const say = wordsOf(language);
  await page.goto(`${server.url}/#/withdraw?coin=${coin}`);
  await page.locator(`input[value="${network}"]`).check();
  await expect(page.getByText(startsWith(say('withdrawals.heldUntil')))).toHaveCount(0, { timeout: 30_000 });
  const book = page.getByRole('list', { name: say('withdrawals.to') });
  await book.getByRole('button', { name: /My wallet/ }).click();
  await page.getByLabel(say('withdrawals.amount'), { exact: true }).fill(amount);
  await page
    .getByRole('group', { name: say('security.tradePassword') })
    .first()
    .locator('input')
    .first()
    .click();
  await page.keyboard.type(tradePassword);
  await takeCode(page, server, say);
  await page.getByRole('checkbox').check();
  await judgeShown(page, `a withdrawal of ${coin} on ${network}`);
  await page.getByRole('button', { name: say('withdrawals.submit'), exact: true }).click();
  await expect(page).toHaveURL(/#\/withdrawn\/wdr_/);
}

async function approve(browser: Browser): Promise<void> {
  const desk = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await approveAtConsole(desk, server);
  await desk.close();
}

async function arrives(page: Page, { coin, network, net, tag, language = 'en' }: Pair): Promise<void> {
  const say = wordsOf(language);
  await expect(page.getByText(say('withdrawals.state_sent'), { exact: true })).toBeVisible({ timeout: 120_000 });
  await expect(fact(page, say('withdrawals.txid'))).toBeVisible();
  if (language === 'en') await expect(fact(page, say('withdrawals.arrives'))).toContainText(net);
  if (tag !== undefined) await expect(fact(page, say('withdrawals.to'))).toContainText(`-${tag}`);
  await judgeShown(page, `${coin} that was sent on ${network}`);
}
