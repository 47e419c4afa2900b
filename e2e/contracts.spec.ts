// Contracts on the phone: from an unknown newcomer to a verified receipt, both ways, and without a mouse.
import { expect, test, type Page } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { cards, openPosition, openVerified } from './support/contracts.ts';
import { tabTo } from './support/keyboard.ts';
import { isStill } from './support/screens.ts';
import { startServer, type TestServer } from './support/server.ts';
import { openedSheet } from './support/sheets.ts';
import { prefer, watch } from './support/watch.ts';

let server: TestServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

async function showContracts(page: Page): Promise<void> {
  await page.goto(`${server.url}/#/contracts?type=cfd`);
  await expect(page.getByRole('tab', { name: 'Positions' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Chart of BTC' }).locator('canvas').first()).toBeVisible();
}

test('a newcomer verifies, goes long, moves a stop, closes a part and the rest, and verifies the receipt', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const expectNothingWrong = watch(page, server.url);
  await logIn(page, await openAccount(server.url), { url: server.url });
  await showContracts(page);

  await page.getByRole('button', { name: 'Long', exact: true }).click();
  const ticket = await openedSheet(page);
  await ticket.getByRole('textbox', { name: 'Sheets', exact: true }).fill('1');
  await ticket.getByRole('button', { name: 'Long 1 sheet' }).click();
  const prompt = page.getByRole('alertdialog');
  await expect(prompt).toContainText('Verify your identity first');
  await prompt.getByRole('button', { name: /demo/ }).click();
  await page.getByRole('button', { name: 'Verify me' }).click();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();

  await showContracts(page);
  await openPosition(page, { side: 'long', sheets: 20, hasStops: true });
  const long = cards(page, 'long');
  await expect(long).toContainText('50×');
  await expect(long).toContainText('20 sheets');
  await expect(long).toContainText('away from liquidation');
  const takeProfit = long.locator('dt', { hasText: 'Take profit' }).locator('xpath=following-sibling::dd[1]');
  const before = await takeProfit.innerText();
  await moveTopLine(page);
  await expect(takeProfit).not.toHaveText(before);

  await long.getByRole('button', { name: 'Close', exact: true }).click();
  await ticket.getByRole('textbox', { name: 'Sheets to close' }).fill('5');
  await ticket.getByRole('button', { name: 'Close 5 sheets' }).click();
  await expect(long).toContainText('15 sheets', { timeout: 15_000 });

  await openPosition(page, { side: 'short', sheets: 7 });
  await page.getByRole('button', { name: 'Close all', exact: true }).click();
  await expect(prompt).toContainText('Close all 2 positions?');
  await prompt.getByRole('button', { name: 'Close all' }).click();
  await expect(page.getByText('No positions')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('tab', { name: 'History' }).click();
  const rows = page.getByRole('list', { name: 'History' }).getByRole('link');
  await expect(rows).toHaveCount(2);

  await rows.filter({ hasText: 'Long' }).click();
  await expect(page.getByText('Part closed, paid')).toBeVisible();
  await page.getByRole('button', { name: 'Verify in my browser' }).click();
  await expect(page.getByText('Recomputed in your browser')).toBeVisible({ timeout: 30_000 });

  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  await expect(page.getByRole('img', { name: 'Picture of the result' })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Share or save' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^candor-cfd_\w+\.png$/);
  expectNothingWrong();
});

/** Pulls down, from the top, until a line takes hold; the question is answered with yes. */
async function moveTopLine(page: Page): Promise<void> {
  const chart = page.getByRole('img', { name: 'Chart of BTC' });
  await page.evaluate(() => scrollTo(0, 0));
  const question = page.getByRole('alertdialog');
  const box = (await chart.boundingBox())!;
  for (let y = 4; y < box.height / 2; y += 9) {
    await page.mouse.move(box.x + 40, box.y + y);
    await page.mouse.down();
    await page.mouse.move(box.x + 42, box.y + y + 12, { steps: 3 });
    await page.mouse.up();
    await isStill(page);
    if (await question.isVisible()) break;
  }
  await expect(question).toContainText('Take profit');
  await question.getByRole('button', { name: 'Move' }).click();
  await expect(question).toBeHidden();
}

test('a short at a price of its own waits, and comes back when cancelled', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await logIn(page, await openVerified(server.url), { url: server.url });
  await showContracts(page);
  await page.getByRole('button', { name: 'Short', exact: true }).click();
  const ticket = await openedSheet(page);
  await ticket.getByRole('radio', { name: 'Limit' }).check();
  const price = ticket.getByRole('textbox', { name: 'Price', exact: true });
  const now = parseInt(await price.inputValue(), 10);
  expect(now).toBeGreaterThan(0);
  await ticket.getByRole('textbox', { name: 'Sheets', exact: true }).fill('3');
  await price.fill(`${now - 5_000}`);
  await ticket.locator('button[type=submit]').click();
  await expect(ticket).toContainText('The market is already at this price');
  await price.fill(`${now + 5_000}`);
  await ticket.locator('button[type=submit]').click();
  // Asked no more from here on.
  await ticket.getByRole('switch', { name: /Ask before each order/ }).press('Space');
  await ticket.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Open' })).toHaveAttribute('aria-selected', 'true');
  const order = cards(page, 'short');
  await expect(order).toContainText('Waits for its price');
  await order.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('No open orders')).toBeVisible();

  await page.getByRole('button', { name: 'Long', exact: true }).click();
  await expect(ticket).toContainText('Available 1,000.0000');
  await ticket.getByRole('textbox', { name: 'Sheets', exact: true }).fill('1');
  await ticket.locator('button[type=submit]').click();
  await expect(ticket).toBeHidden();
  await expect(cards(page, 'long')).toBeVisible({ timeout: 15_000 });
  expectNothingWrong();
});

test('whoever is not verified is led to the verification', async ({ page }) => {
  await logIn(page, await openAccount(server.url), { url: server.url });
  await showContracts(page);
  await page.getByRole('button', { name: 'Short', exact: true }).click();
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verify now' }).click();
  await expect(page).toHaveURL(/#\/authentication$/);
});

test('what is traded is remembered, and its orders come first', async ({ page }) => {
  await logIn(page, await openVerified(server.url), { url: server.url });
  await showContracts(page);
  await page.goto(`${server.url}/#/orders`);
  await expect(page.getByRole('tab', { name: 'Liquidation' })).toBeVisible();
  await page.getByRole('radio', { name: 'Seconds' }).check();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Liquidation' })).toHaveCount(0);
  await page.goto(`${server.url}/#/contracts`);
  await expect(page.getByRole('radio', { name: 'Seconds' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a position without a mouse', async ({ page }) => {
  await prefer(page, { treatyType: 'cfd' });
  await logIn(page, await openVerified(server.url), { url: server.url });
  await showContracts(page);
  const begin = page.getByRole('button', { name: 'Long', exact: true });
  await tabTo(page, begin);
  await page.keyboard.press('Enter');
  const ticket = await openedSheet(page);
  await tabTo(page, ticket.getByRole('textbox', { name: 'Sheets', exact: true }));
  await page.keyboard.type('2');
  await tabTo(page, ticket.getByRole('slider'));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, ticket.getByRole('button', { name: 'Long 3 sheets' }));
  await page.keyboard.press('Enter');
  await expect(ticket.getByRole('button', { name: 'Confirm', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const long = cards(page, 'long');
  await expect(long).toBeVisible({ timeout: 15_000 });
  await tabTo(page, long.getByRole('button', { name: 'Close', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, ticket.getByRole('button', { name: 'Close all of it' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('No positions')).toBeVisible({ timeout: 15_000 });
});
