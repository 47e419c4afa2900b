// What is left of an order when it has ended: its line in the history, the moves of its money, and what one has afterwards.
import { queryOptionsOrderList } from '@candor/wire';
import { expect, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { logIn, need, openAccount } from './support/accounts.ts';
import { judgeShown } from './support/judge.ts';
import { placeOrder } from './support/option-order.ts';
import { sharedServer } from './support/server.ts';
import { wordsOf } from './support/words.ts';

const server = sharedServer;

const say = wordsOf('en');
const linesOf = { win: ['Profit', 'Stake returned', 'Stake'], lose: ['Stake lost', 'Stake'], tie: ['Stake returned', 'Stake'] }; // oxfmt-ignore
const leftOf = { win: '1,008.5', lose: '990', tie: '1,000' };

test('an order goes from the open ones to the history by itself, and the bills tell what it moved', async ({
  page,
  browser,
}) => {
  const account = await openAccount(server.url);
  await logIn(page, account, { url: server.url });
  await page.goto(`${server.url}/#/orders`);
  await expect(page.getByText(say('options.noOpen'))).toBeVisible();
  // Placed elsewhere: this page hears of it.
  const id = await placeOrder(account);
  const open = page.getByRole('list', { name: say('options.tabOpen') }).getByRole('listitem');
  await expect(open).toHaveCount(1);
  await expect(open).toContainText('BTC/USDT');
  await expect(open).toHaveCount(0, { timeout: 120_000 });
  await page.getByRole('tab', { name: say('options.tabEnded') }).click();
  const ended = page.getByRole('list', { name: say('options.tabEnded') }).getByRole('listitem');
  await expect(ended).toHaveCount(1);

  const { RESULT_LIST } = need(await account.client.call(queryOptionsOrderList, { trade_user_id: account.accountId, trade_type: 0 })); // oxfmt-ignore
  const result = RESULT_LIST.find(({ option_order_id }) => option_order_id === id)?.result;
  if (result !== 'win' && result !== 'lose' && result !== 'tie') throw new Error(`ended as ${result}`);
  await expect(ended).toContainText(say(`options.result_${result}`));

  await page.goto(`${server.url}/#/bills`);
  const bills = page.getByRole('main').getByRole('listitem');
  await expect(bills).toHaveCount(linesOf[result].length + 1);
  for (const [place, line] of linesOf[result].entries()) await expect(bills.nth(place)).toContainText(line);
  await expect(bills.filter({ hasText: leftOf[result] }).first()).toBeVisible();
  await expect(bills.last()).toContainText('Test money');
  await page.goto(`${server.url}/#/asset`);
  await expect(page.getByRole('main').getByText(leftOf[result]).first()).toBeVisible();
  await page.goto(`${server.url}/#/bills`);
  await bills.first().getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`#/receipt/option/${id}$`));

  // Its page is its owner's alone: what is shared is the file, and whoever has it needs no account.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('receipts.share'), exact: true }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`${server.url}/#/verify`);
  const file = guest.getByLabel(say('receipts.fileChoose')).and(guest.locator('input'));
  const give = (content: string): Promise<void> =>
    file.setInputFiles({ name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from(content) });
  await give(text);
  await expect(guest.getByText(say('receipts.verified'))).toBeVisible();
  await expect(guest.getByText(say(`receipts.result_${result}`), { exact: true })).toBeVisible();
  // Of one that says something else, nothing is shown but that.
  await give(text.replace('"stake":"10"', '"stake":"90"'));
  await expect(guest.getByText(say('receipts.notVerified'))).toBeVisible();
  await expect(guest.getByText(say(`receipts.result_${result}`), { exact: true })).toBeHidden();
  await give('{"kind":"option"}');
  await expect(guest.getByText(say('receipts.fileNone'))).toBeVisible();

  // Or its owner shows it to whoever has the address, for as long as they wish.
  const link = page.getByText(say('receipts.publicLink'), { exact: true });
  await link.click();
  const address = page.getByText(`${server.url}/#/shared/`);
  await guest.goto((await address.textContent())!);
  await guest.reload();
  await expect(guest.getByText(say('receipts.sharedBy'))).toBeVisible();
  await guest.getByRole('button', { name: say('receipts.verify') }).click();
  await expect(guest.getByText(say('receipts.verified'))).toBeVisible();
  await judgeShown(guest, 'a shared receipt');
  await judgeShown(page, 'a receipt that is shared');
  await link.click();
  await expect(address).toBeHidden();
  await guest.reload();
  await expect(guest.getByText(say('receipts.sharedGone'))).toBeVisible();
  await guest.context().close();
});
