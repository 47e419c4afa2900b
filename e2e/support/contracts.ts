// Contracts past the screens and on them, for those that show and trade them.
import { closeContract, getMarketSummary, queryContractsConfig, queryOrderList, submitContract, verifyMe, wad, formatAmount, marginOf, coinOfCode } from '@candor/wire'; // oxfmt-ignore
import { expect, type Page } from '@playwright/test';
import { need, openAccount, placed, type Account } from './accounts.ts';
import { openedSheet } from './sheets.ts';
import { startsWith, wordsOf, type Language } from './words.ts';

/** With a thousand test USDT and a verified identity. */
export async function openVerified(url: string): Promise<Account> {
  const account = await openAccount(url);
  await verify(account);
  return account;
}

export const verify = async ({ client }: Account): Promise<void> => void need(await client.call(verifyMe, {}));

export interface Opening {
  side: 'long' | 'short';
  sheets: number;
  /** Chips of a quarter of the margin, both ways. */
  hasStops?: boolean;
  language?: Language;
}

/** On the trading screen of a phone: fills the ticket in, looks at it once more, places it, and sees the position. */
export async function openPosition(page: Page, { side, sheets, hasStops, language = 'en' }: Opening): Promise<void> {
  const say = wordsOf(language);
  await page.getByRole('button', { name: say(`contracts.${side}`), exact: true }).click();
  const ticket = await openedSheet(page);
  await ticket.getByRole('textbox', { name: say('contracts.sheets'), exact: true }).fill(`${sheets}`);
  if (hasStops) {
    await ticket.getByRole('switch', { name: say('contracts.stops') }).press('Space');
    for (const chip of await ticket.locator('input[type=radio][value="0.25"]').all()) await chip.check();
  }
  const confirm = ticket.getByRole('button', { name: say('contracts.confirm'), exact: true });
  // A machine that is busy with others may have no newest price for a while: then it is asked for again.
  await expect(async () => {
    if (await ticket.isHidden()) return;
    if (!(await confirm.isVisible())) await ticket.locator('button[type=submit]').click({ timeout: 5_000 });
    await confirm.click({ timeout: 5_000 });
    await expect(ticket).toBeHidden({ timeout: 10_000 });
  }).toPass();
  await expect(cards(page, side, language).first()).toBeVisible();
}

/** The cards of Bitcoin's positions of a side. */
export const cards = (page: Page, side: 'long' | 'short', language: Language = 'en') =>
  page.getByRole('region', { name: startsWith(`BTC ${wordsOf(language)(`contracts.${side}`)}`) });

/** A position that was opened and closed, for those that look at its receipt; its id. */
export async function closedContract(account: Account): Promise<string> {
  const tradeId = await openedContract(account);
  need(await account.client.call(closeContract, { trade_id: tradeId }));
  await expect.poll(() => tabOf(account, tradeId)).toBe(3);
  return tradeId;
}

/** A long of ten sheets of Bitcoin at the highest lever, without a screen; its id. */
export async function openedContract(account: Account, takeProfit = ''): Promise<string> {
  const { client, accountId } = account;
  const [terms] = need(await client.call(queryContractsConfig, {})).RESULT_LIST;
  const coin = coinOfCode('BTC')!;
  const price = await newestPrice(account);
  const margin = marginOf({ sheets: 10, sheetSize: wad(coin.sheetSize), price: wad(price), lever: terms!.lever_max });
  const order = await placed(() =>
    client.call(submitContract, {
      trade_price: price,
      trade_lever: terms!.lever_max,
      trade_user_id: accountId,
      trade_type: 1,
      trade_transaction_type: 1,
      trade_btc_tpye: coin.symbol,
      usd_num: formatAmount(margin),
      sheets_num: 10,
      take_profit: takeProfit,
    }),
  );
  await expect.poll(() => tabOf(account, order.trade_id)).toBe(2);
  return order.trade_id;
}

async function newestPrice({ client }: Account): Promise<string> {
  const { coins } = need(await client.call(getMarketSummary, {}));
  return coins.find(({ coin }) => coin === 'BTC')!.price!;
}

export async function tabOf({ client, accountId }: Account, tradeId: string): Promise<number | undefined> {
  for (const tab of [1, 2, 3, 4]) {
    const list = need(await client.call(queryOrderList, { trade_user_id: accountId, trade_type: tab })).RESULT_LIST;
    if (list.some(({ trade_id }) => trade_id === tradeId)) return tab;
  }
  return undefined;
}
