// The console as a new operator meets it: the link, the authenticator, a queue cleared by keys alone; a halt that stops orders; and a
// correction that two people make and everybody reads. One server for all.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { genesisHash, hashTick } from '@candor/proof';
import { createConsoleClient, getMarketStatus, insertAuthentication, proposeAct, submitOptionsOrder, tryRole } from '@candor/wire'; // oxfmt-ignore
import type { ConsoleClient, OperatorRole } from '@candor/wire';
import { expect, test, type Page } from '@playwright/test';
import { openPool, type Pool } from '../server/src/kit/postgres.ts';
import { isGate } from '../server/test/run/which-run.ts';
import { uploadPhoto } from '../server/test/support/picture-files.ts';
import { logIn, need, openAccount, placed } from './support/accounts.ts';
import { totpOf } from './support/authenticator.ts';
import { judgeThemes } from './support/judge.ts';
import { pressFor } from './support/keyboard.ts';
import { startServer, type TestServer } from './support/server.ts';

const cases = isGate ? 4 : 20;
const password = 'wren and lark and a third bird';
let server: TestServer;
// Many cases by hand take their time on a busy machine.
test.describe.configure({ timeout: 240_000 });
test.use({ viewport: { width: 1200, height: 800 } });
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

/** As `npm run operator` prints it. */
function invite(name: string, role: OperatorRole): string {
  const command = join(import.meta.dirname, '../server/src/create-operator.ts');
  const env = { ...process.env, ...server.environment, LOG_LEVEL: 'error' };
  const printed = execFileSync(process.execPath, [command, 'create', name, '--role', role], { env, encoding: 'utf8' });
  return /#\/invitation\/\S+/.exec(printed)![0];
}

async function as(role: OperatorRole, person = 1): Promise<ConsoleClient> {
  const client = createConsoleClient({ baseUrl: server.consoleUrl, keepsCookies: true });
  const outcome = await client.call(tryRole, { role, person });
  expect(outcome.ok).toBe(true);
  return client;
}

async function tryAs(page: Page, person: string): Promise<void> {
  await page.goto(server.consoleUrl);
  await page.getByRole('button', { name: person }).click();
  await expect(page.getByRole('navigation', { name: 'Places' })).toBeVisible();
}

test('a new operator follows the link, and clears a queue by keys alone', { tag: '@gate' }, async ({ page }) => {
  const maker = await as('risk');
  for (let place = 0; place < cases; place++) {
    const body = { coin: place % 2 === 0 ? 'DOT' : 'TRX', reason: `case ${place}` };
    expect((await maker.call(proposeAct, { kind: 'halt-coin', body, why: 'a test' })).ok).toBe(true);
  }
  await page.goto(`${server.consoleUrl}/${invite('anna', 'risk')}`);
  await expect(page.getByRole('heading', { name: 'Welcome, anna' })).toBeVisible();
  await judgeThemes(page, 'an invitation');
  const secret = await page.locator('code').first().innerText();
  await page.getByLabel('New password').fill(password);
  const first = totpOf(secret);
  await page.getByLabel('First code of the authenticator').fill(first.code);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Your fingerprint')).toBeVisible();
  // Each recovery code is good in place of a code, without waiting for the next one.
  const recovery = await page.getByRole('listitem').first().innerText();
  await page.getByRole('link', { name: 'To the sign-in' }).click();
  await page.getByLabel('Name').fill('anna');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Code of your authenticator').fill(recovery);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Places' })).toContainText(`${cases} wait`);

  await page.goto(`${server.consoleUrl}/#/acts`);
  await expect(page.getByRole('row')).toHaveCount(cases + 1);
  await judgeThemes(page, 'what waits');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Halt a coin' })).toBeVisible();
  await judgeThemes(page, 'an act');
  for (let left = cases; left > 0; left--) {
    // Each has a reason of its own; the decision is offered as soon as the case is there.
    const reason = page.getByRole('cell', { name: /^case \d+$/ }).first();
    const shown = page.getByRole('cell', { name: await reason.innerText(), exact: true });
    await expect(page.getByRole('button', { name: 'Refuse' })).toBeVisible();
    const isApproved = left > cases - 2;
    await page.keyboard.press(isApproved ? 'a' : 'r');
    await expect(page.getByRole('dialog')).toBeVisible();
    if (!isApproved) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(shown).toHaveCount(0);
  }
  await expect(page.getByText('Nothing here')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Places' })).not.toContainText('wait');
});

/** From the facts on: one person proposes, the other approves. */
async function proposeAndApprove(page: Page, second: Page, kind: string): Promise<void> {
  await page.getByLabel('Why').fill('a test');
  await page.getByRole('button', { name: 'Propose to another person' }).click();
  await expect(page.getByText('You proposed this')).toBeVisible();
  await second.goto(page.url());
  await expect(second.getByRole('heading', { name: kind })).toBeVisible();
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  // What is done leads on.
  await expect(second).not.toHaveURL(page.url());
}

test('a halt that two people decide on stops orders within a second, and is reopened', async ({ page, browser }) => {
  const customer = await openAccount(server.url);
  const order = { pair_type: 'ethusdt', trade_user_id: customer.accountId, trade_num: '10', option_config_id: '1', trade_transaction_type: 1 } as const; // oxfmt-ignore
  const place = async (): Promise<string> => {
    const outcome = await customer.client.call(submitOptionsOrder, order);
    return outcome.ok ? 'accepted' : outcome.code;
  };
  const stateOf = async (): Promise<string | undefined> => {
    const status = await customer.client.call(getMarketStatus, {});
    return status.ok ? status.data.coins.find(({ coin }) => coin === 'ETH')?.state : undefined;
  };
  await expect.poll(stateOf).toBe('live');
  expect(await place()).toBe('accepted');
  const second = await browser.newPage();
  await tryAs(page, 'Risk 1');
  await tryAs(second, 'Risk 2');
  const decide = async (link: string, kind: string, fill: () => Promise<void>): Promise<void> => {
    await page.getByRole('link', { name: 'Market' }).click();
    await page.getByRole('row', { name: /^ETH/ }).getByRole('link', { name: link }).click();
    await fill();
    await page.getByRole('button', { name: 'Look at the facts' }).click();
    await proposeAndApprove(page, second, kind);
  };
  await decide('Halt', 'Halt a coin', () => page.getByLabel('Reason (public)').fill('the sources disagree'));
  await expect.poll(place).toBe('market-halted');
  await page.getByRole('link', { name: 'Market' }).click();
  await expect(page.getByRole('row', { name: /^ETH/ })).toContainText('the sources disagree');
  await judgeThemes(page, 'the market');
  await decide('Reopen', 'Reopen a coin', () => Promise.resolve());
  await expect.poll(stateOf).toBe('live');
  await expect.poll(place).toBe('accepted');
  await second.close();
});

test('a document is looked at closely and approved by keys, and the customer reads it at once', async ({
  page,
  browser,
}) => {
  const account = await openAccount(server.url, '0');
  const [front, back] = [
    await uploadPhoto(server.url, account.client, 41),
    await uploadPhoto(server.url, account.client, 42),
  ];
  const document = { account_id: account.accountId, country: 'JP', document_kind: 'identity-card', document_number: 'CD 765432', name: 'Ann Lee', birth_date: '1990-05-17', front, back } as const; // oxfmt-ignore
  need(await account.client.call(insertAuthentication, document));
  const phone = await browser.newPage({ viewport: { width: 375, height: 812 } });
  await logIn(phone, account, { url: server.url });
  await phone.goto(`${server.url}/#/authentication`);
  await expect(phone.getByText('Certification review in progress')).toBeVisible();

  await tryAs(page, 'Identity reviewer 1');
  await expect(page.getByRole('navigation', { name: 'Places' })).toContainText('1 waits');
  await page.goto(`${server.consoleUrl}/#/identity`);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Claim the case to see')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await pressFor(page, 'Claim', 'c');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('CD765432')).toBeVisible();
  for (const side of ['Front', 'Back']) {
    const picture = page.getByRole('img', { name: side });
    await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(100);
    const before = (await picture.boundingBox())!;
    await page.getByRole('button', { name: `Larger: ${side}` }).click();
    await expect.poll(async () => (await picture.boundingBox())!.width).toBeGreaterThan(before.width * 1.4);
    await page.getByRole('button', { name: `Turn: ${side}` }).click();
    await expect(picture).toHaveCSS('rotate', '90deg');
  }
  await judgeThemes(page, 'a document');
  await pressFor(page, 'Approve', 'a');
  await expect(page.getByRole('dialog', { name: 'Approve' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing here')).toBeVisible();
  await expect(phone.getByText('Your identity is certified')).toBeVisible();
  await phone.close();
});

test('terms are drafted, kept over a reload, proposed by one and approved by another, and customers have them', async ({
  page,
  browser,
}) => {
  const second = await (await browser.newContext()).newPage();
  await tryAs(page, 'Treasurer 1');
  await tryAs(second, 'Risk 2');
  await page.goto(`${server.consoleUrl}/#/settings/option-terms/2`);
  await page.getByLabel('Payout rate').fill('0.89');
  await page.getByLabel('Largest stake').fill('9000');
  await page.reload();
  await expect(page.getByLabel('Payout rate')).toHaveValue('0.89');
  await page.getByRole('button', { name: 'What would it mean?' }).click();
  await expect(page.getByText('Largest stake. It is in force 24 hours')).toBeVisible();
  await page.getByLabel('Largest stake').fill('10,000');
  await expect(page.getByText('= 10,000')).toBeVisible();
  await page.getByRole('button', { name: 'What would it mean?' }).click();
  await expect(page.getByText('Nothing is worse for customers')).toBeVisible();
  await judgeThemes(page, 'a change of terms');
  await page.getByLabel('Why').fill('a test');
  await page.getByRole('button', { name: 'Propose to another person' }).click();
  await expect(page.getByText('You proposed this')).toBeVisible();
  await second.goto(page.url());
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(second).not.toHaveURL(page.url());
  await second.goto(`${server.consoleUrl}/#/settings/option-terms/2`);
  await expect(second.getByRole('cell', { name: 'demo-treasurer-1, demo-risk-2' })).toBeVisible();
  await expect(second.getByLabel('Payout rate')).toHaveValue('0.89');
  await second.context().close();
});

test('terms with which borrowed money would earn are shown in red, with the pair and its sum, to both who decide', async ({
  page,
  browser,
}) => {
  const second = await (await browser.newContext()).newPage();
  await tryAs(page, 'Treasurer 1');
  await tryAs(second, 'Risk 2');
  await page.goto(`${server.consoleUrl}/#/settings/pledge-terms/1`);
  await page.getByLabel('Daily rate').fill('0.0004');
  await page.getByRole('button', { name: 'What would it mean?' }).click();
  const title = 'Borrowed money would earn more than it costs';
  const red = (on: typeof page) => on.getByRole('alert').filter({ hasText: title });
  const sum = /loan-terms 12 \+ pledge-terms 1: 49\.61\d+ USDT, at most 496\.14\d+ USDT to one account/;
  await expect(red(page)).toContainText(sum);
  await judgeThemes(page, 'a change of terms that makes a pair');
  await page.getByLabel('Why').fill('a test');
  await page.getByRole('button', { name: 'Propose to another person' }).click();
  await expect(page.getByText('You proposed this')).toBeVisible();
  await expect(red(page)).toContainText(sum);
  await second.goto(page.url());
  await expect(red(second)).toContainText(sum);
  await judgeThemes(second, 'a proposal that makes a pair');
  await second.context().close();
});

test('the overview has alarms, processes and a history; a customer is found by an order, noted, and the receipt taken along', async ({
  page,
  browser,
}) => {
  const customer = await openAccount(server.url);
  const order = await placed(() => customer.client.call(submitOptionsOrder, { pair_type: 'btcusdt', trade_user_id: customer.accountId, trade_num: '10', option_config_id: '1', trade_transaction_type: 1 })); // oxfmt-ignore
  await tryAs(page, 'Risk 1');
  await expect(page.getByRole('heading', { name: 'Bankroll over time' })).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Bankroll in USDT' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Engine/ })).toContainText('Alive');
  await expect(page.getByRole('row', { name: /^Options/ })).toBeVisible();
  await judgeThemes(page, 'the overview');
  await page.getByRole('link', { name: 'Open orders' }).click();
  await expect(page.getByRole('row', { name: /^Option BTC Up/ })).toBeVisible();
  await judgeThemes(page, 'open orders');
  await page.getByRole('link', { name: 'Trading' }).click();
  await expect(page.getByRole('group', { name: 'Options' }).getByRole('columnheader', { name: '+10%' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(order.option_order_id);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.getByLabel('New note').fill('called about an option');
  await page.keyboard.press('Enter');
  await expect(page.getByText('called about an option')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Logged in' }).first()).toBeVisible();
  await judgeThemes(page, 'a customer');
  // An option of thirty seconds has its receipt with the first tick after them.
  const receipt = page.getByRole('link', { name: 'Receipt' });
  await expect(async () => {
    await page.reload();
    await expect(receipt).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 120_000 });
  const [file] = await Promise.all([page.waitForEvent('download'), receipt.click()]);
  expect(await file.failure()).toBeNull();

  const second = await browser.newPage();
  await tryAs(second, 'Auditor 1');
  await second.getByRole('link', { name: 'Audit log' }).click();
  await expect(second.getByRole('cell', { name: 'Wrote a note about a customer' })).toBeVisible();
  await expect(second.getByRole('link', { name: 'Everything for an auditor' })).toBeVisible();
  await second.getByRole('link', { name: 'Checkpoints' }).click();
  await expect(second.getByText(/entries (?:waits?|wait) for|entries is signed/)).toBeVisible();
  await judgeThemes(second, 'checkpoints');
  await second.close();
});

interface StoredCandle {
  start: number;
  open: string;
  high: string;
  low: string;
  close: string;
}

/** A minute of Bitcoin from before the server ran, as its history stores it. */
async function earlierMinute(database: Pool): Promise<StoredCandle> {
  const start = Math.floor(Date.now() / 60_000) * 60 - 240;
  const prices = (['open', 'high', 'low', 'close'] as const).map((name) => `trim_scale(${name})::text as ${name}`);
  const text = `select start_s::int as start, ${prices.join(', ')} from market_candles where coin = 'BTC' and period = '1min' and start_s = $1`;
  let candle: StoredCandle | undefined;
  const find = async (): Promise<boolean> => {
    candle = (await database.query<StoredCandle>(text, [start])).rows[0];
    return candle !== undefined;
  };
  await expect.poll(find, { timeout: 120_000 }).toBe(true);
  return candle!;
}

/** In the place of all ticks of Bitcoin: one a second in that minute, which make its candle; and what is stored of the candle is higher. */
async function spoilCandle(database: Pool, { start, open, high, low, close }: StoredCandle): Promise<void> {
  const ticks: unknown[][] = [];
  let hash = genesisHash('BTC');
  for (let second = 0; second < 60; second++) {
    const price = [open, high, low][second] ?? close;
    const at = (start + second) * 1000 + 500;
    hash = hashTick(hash, 'BTC', [second + 1, price, at, at, 'simulated']);
    ticks.push([second + 1, price, at, hash]);
  }
  await database.query(`set session_replication_role = replica`);
  await database.query(`delete from market_ticks where coin = 'BTC'`);
  await database.query(`delete from market_minutes where coin = 'BTC'`);
  for (const tick of ticks)
    await database.query(
      `insert into market_ticks (coin, sequence, price, source_ms, published_ms, inputs, hash)
       values ('BTC', $1, $2, $3, $3, 'simulated', decode($4, 'hex'))`,
      tick,
    );
  await database.query(`update market_candles set high = high * 1.0009 where coin = 'BTC' and period = '1min' and start_s = $1`, [start]); // oxfmt-ignore
}

test('a candle that is not what its ticks make is corrected by two people, and the customer sees it on the chart', async ({
  page,
  browser,
}) => {
  const database = async (work: (pool: Pool) => Promise<void>): Promise<void> => {
    const pool = openPool(server.adminUrl!, 1);
    await work(pool);
    await pool.end();
  };
  let minute: StoredCandle;
  await database(async (pool) => void (minute = await earlierMinute(pool)));
  await server.kill('SIGTERM');
  await database((pool) => spoilCandle(pool, minute));
  await server.start();

  const phone = await browser.newPage({ viewport: { width: 375, height: 812 } });
  await phone.goto(`${server.url}/#/exchange/btcusdt`);
  const chart = phone.getByRole('img', { name: 'Chart of BTC' });
  await expect(chart.locator('canvas').first()).toBeVisible();
  const second = await browser.newPage();
  await tryAs(page, 'Editor 1');
  await tryAs(second, 'Risk 1');
  await page.goto(`${server.consoleUrl}/#/acts/new?kind=correct-candle&coin=BTC&minute_ms=${minute!.start * 1000}`);
  await page.getByLabel('Reason').selectOption('wrong-candle');
  await page.getByLabel('Note (public)').fill('a fault of the server');
  await page.getByRole('button', { name: 'Look at the facts' }).click();
  await expect(page.getByRole('img', { name: /the minute before and after/ })).toBeVisible();
  await judgeThemes(page, 'a correction');
  await proposeAndApprove(page, second, 'Correct a candle');
  await expect(page.getByRole('heading', { name: 'Outcome' })).toBeVisible();
  await expect(page.getByRole('img', { name: /the minute before and after/ })).toBeVisible();

  const values = phone.locator('[data-part=crosshair]');
  const box = (await chart.boundingBox())!;
  // With each minute the candles move on, so the corrected one is looked for.
  const found = async (): Promise<string> => {
    for (let x = box.width - 60; x > box.width / 3; x -= 3) {
      await phone.mouse.move(box.x + x, box.y + 60);
      const said = (await values.count()) > 0 ? await values.innerText() : '';
      if (said.includes('High before')) return said;
    }
    return '';
  };
  await expect.poll(found, { timeout: 120_000 }).toContain('High before');
  await phone.goto(`${server.url}/#/market/corrections`);
  await expect(phone.getByText('a fault of the server')).toBeVisible();
  await second.close();
  await phone.close();
});
