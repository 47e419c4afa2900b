// The shop from a guest's first look to a draw that is recomputed in the browser: one wins a coin prize, the others get a rebate.
import { expect, test, type Page } from '@playwright/test';
import { findPeriods, orderTicket } from '@candor/wire';
import { logIn, need, openAccount, type Account } from './support/accounts.ts';
import { judgeShown } from './support/judge.ts';
import { sharedServer } from './support/server.ts';

const server = sharedServer;
let accounts: Account[];
test.beforeAll(async () => {
  accounts = [await openAccount(server.url), await openAccount(server.url), await openAccount(server.url)];
});

/** A sheet that is left has an entry of the history to take back. */
async function leaveSheet(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const good = async (page: Page, id: string): Promise<void> => void (await page.goto(`${server.url}/#/good/${id}`));

test(
  'bought, waited for, revealed, paid and recomputed; a level is asked for, and a second ticket is not sold',
  { tag: '@gate' },
  async ({ page }) => {
    await page.goto(`${server.url}/#/indexGood`);
    await expect(page.getByText('VIP3 goods')).toBeVisible();
    await judgeShown(page, 'the shop of a guest');
    await good(page, 'coins-5');
    await expect(page.getByText('Demo draw')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Log in to take part' })).toBeVisible();

    const [own, ...others] = accounts as [Account, Account, Account];
    await logIn(page, own, { url: server.url });
    await good(page, 'watch');
    await page.getByRole('button', { name: 'Buy a ticket' }).click();
    await page.getByRole('button', { name: 'Buy now' }).click();
    await expect(page.getByText('This good is for VIP2 and above')).toBeVisible();
    await leaveSheet(page);

    await good(page, 'coins-5');
    await page.getByRole('button', { name: 'Buy a ticket' }).click();
    await judgeShown(page, 'what a ticket costs and brings');
    await page.getByRole('button', { name: 'Buy now' }).click();
    await expect(page).toHaveURL(/#\/orderSuccess\/tkt_/);
    await expect(page.getByText('Your ticket is in')).toBeVisible();
    const ticket = page.url();
    await good(page, 'coins-5');
    await page.getByRole('button', { name: 'Buy a ticket' }).click();
    await page.getByRole('button', { name: 'Buy now' }).click();
    await expect(page.getByText('cannot make a duplicate purchase')).toBeVisible();
    await leaveSheet(page);

    for (const other of others) await buyByCall(other);
    await page.goto(ticket);
    const came = page.getByText(/Your ticket was drawn!|Your ticket was not drawn this time\./);
    await expect(came).toBeVisible({ timeout: 120_000 });
    await expect(page.getByText(/^(5\.00|0\.75)$/).first()).toBeVisible();
    await judgeShown(page, 'a ticket that has ended');

    await page.getByRole('link', { name: 'Look at the draw' }).click();
    await page.getByRole('button', { name: 'Draw again in this browser' }).click();
    await expect(page.getByText('The draw verifies')).toBeVisible();
    await page.getByLabel('Is my ticket in the list?').first().getByRole('textbox').fill('2');
    await page.getByRole('button', { name: 'Ask for the proof' }).click();
    await expect(page.getByText('It is in the list: the proof fits its root.')).toBeVisible();
    await judgeShown(page, 'a draw that was recomputed');
  },
);

/** As another person does in the same seconds. */
async function buyByCall({ client, accountId }: Account): Promise<void> {
  const { RESULT_LIST } = need(await client.call(findPeriods, {}));
  const { good_id, period } = RESULT_LIST.find((each) => each.good_id === 'coins-5')!;
  need(await client.call(orderTicket, { user_id: accountId, good_id, periods_id: period!.periods_id }));
}
