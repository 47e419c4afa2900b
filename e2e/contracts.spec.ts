// Contracts on the phone: from an unknown newcomer to a verified receipt, both ways, and without a mouse.
import { expect, test, type Page } from '@playwright/test';
import { logIn, openAccount } from './support/accounts.ts';
import { cards, openPosition, openVerified } from './support/contracts.ts';
import { tabTo } from './support/keyboard.ts';
import { sharedServer } from './support/server.ts';
import { openedSheet } from './support/sheets.ts';
import { prefer, watch } from './support/watch.ts';

const server = sharedServer;

async function showContracts(page: Page): Promise<void> {
  await page.goto(`${server.url}/#/contracts?type=cfd`);
  await expect(page.getByRole('tab', { name: 'Positions' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Chart of BTC' }).locator('canvas').first()).toBeVisible();
}

test(
  'a newcomer verifies, goes long, moves a stop, closes a part and the rest, and verifies the receipt',
  { tag: '@gate' },
  async ({ page }) => {
    const expectNothingWrong = watch(page, server.url);
    await logIn(page, await openAccount(server.url), { url: server.url });
    await showContracts(page);

    await page.getByRole('button', { name: 'Long', exact: true }).click();
    const ticket = await openedSheet(page);
    await ticket.getByRole('textbox', { name: 'Contracts', exact: true }).fill('1');
    await ticket.getByRole('button', { name: 'Long 1 contract' }).click();
    const prompt = page.getByRole('alertdialog');
    await expect(prompt).toContainText('Verify your identity first');
    await prompt.getByRole('button', { name: 'Verify now' }).click();
    await expect(prompt).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(ticket).toHaveCount(0);
    await openPosition(page, { side: 'long', sheets: 20, hasStops: true });
    const long = cards(page, 'long');
    await expect(long).toContainText('50×');
    await expect(long).toContainText('20 contracts');
    await expect(long).toContainText('to liquidation');
    const takeProfit = long.locator('dt', { hasText: 'Take profit' }).locator('xpath=following-sibling::dd[1]');
    const before = await takeProfit.innerText();
    await moveTopLine(page);
    await expect(takeProfit).not.toHaveText(before);

    await long.getByRole('button', { name: 'Close', exact: true }).click();
    await ticket.getByRole('textbox', { name: 'Contracts to close' }).fill('5');
    await ticket.getByRole('button', { name: 'Close 5 contracts' }).click();
    await expect(long).toContainText('15 contracts');

    await openPosition(page, { side: 'short', sheets: 7 });
    await page.getByRole('button', { name: 'Close all', exact: true }).click();
    await expect(prompt).toContainText('Close all 2 positions?');
    await prompt.getByRole('button', { name: 'Close all' }).click();
    await expect(page.getByText('No positions')).toBeVisible();
    await page.getByRole('tab', { name: 'History' }).click();
    const rows = page.getByRole('list', { name: 'History' }).getByRole('link');
    // The part has a row of its own.
    await expect(rows).toHaveCount(3);

    await rows.filter({ hasText: 'Long', hasNotText: 'Part closed' }).click();
    await expect(page.getByText('Part closed', { exact: true }).filter({ visible: true })).toBeVisible();
    const [worker] = await Promise.all([
      page.waitForEvent('worker', { predicate: (each) => each.url().includes('verify-worker') }),
      page.getByRole('button', { name: 'Verify in my browser' }).click(),
    ]);
    expect(worker.url()).toContain(server.url);
    await expect(page.getByText('Recomputed in your browser')).toBeVisible();

    await page.getByRole('button', { name: 'Picture', exact: true }).click();
    await expect(page.getByRole('img', { name: 'Picture of the result' })).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Share or save' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^candor-cfd_\w+\.png$/);
    await expectNothingWrong();
  },
);

/** Takes in what is told at the edge, then pulls the top line down; the question is answered with yes. */
async function moveTopLine(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  const edge = await findTopLine(page);
  await page.mouse.click(edge.x, edge.y);
  // A tap and a press within half a second are a double tap to the chart's library.
  await page.waitForTimeout(600);
  const question = page.getByRole('alertdialog');
  // A price that moves takes the line along, from under the finger too: then it is pulled again.
  await expect(async () => {
    const line = await findTopLine(page);
    await page.mouse.down();
    await page.mouse.move(line.x + 2, line.y + 12, { steps: 3 });
    await page.mouse.up();
    await expect(question).toContainText('Take profit', { timeout: 5_000 });
  }).toPass();
  await question.getByRole('button', { name: 'Move' }).click();
  await expect(question).toBeHidden();
}

/** Leaves the mouse in the middle of the first line from the top that answers to it. */
async function findTopLine(page: Page): Promise<{ x: number; y: number }> {
  const { x: left, y: top, height } = (await page.getByRole('img', { name: 'Chart of BTC' }).boundingBox())!;
  const x = left + 40;
  const isLine = async (y: number): Promise<boolean> => {
    await page.mouse.move(x, y);
    return page.evaluate(([x, y]) => getComputedStyle(document.elementFromPoint(x!, y!)!).cursor === 'pointer', [x, y]);
  };
  for (let y = top + 2; y < top + height; y += 4) {
    if (await isLine(y)) {
      const middle = { x, y: y + 10 };
      await page.mouse.move(middle.x, middle.y);
      return middle;
    }
  }
  throw new Error('no line in sight answers to the mouse');
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
  await ticket.getByRole('textbox', { name: 'Contracts', exact: true }).fill('3');
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
  await expect(order).toContainText('Waiting for its price');
  await order.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('No open orders')).toBeVisible();

  await page.getByRole('button', { name: 'Long', exact: true }).click();
  await expect(ticket).toContainText('Available 1,000.0000');
  await ticket.getByRole('textbox', { name: 'Contracts', exact: true }).fill('1');
  await ticket.locator('button[type=submit]').click();
  await expect(ticket).toBeHidden();
  await expect(cards(page, 'long')).toBeVisible();
  await expectNothingWrong();
});

test('a ticket with a wrong price shows it, and who is not asked any more can be asked again', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await logIn(page, await openVerified(server.url), { url: server.url });
  await showContracts(page);
  await page.getByRole('button', { name: 'Short', exact: true }).click();
  const ticket = await openedSheet(page);
  await ticket.getByRole('switch', { name: 'Take profit and stop loss' }).press('Space');
  await ticket.getByRole('radio', { name: 'Limit' }).check();
  await ticket.getByRole('textbox', { name: 'Contracts', exact: true }).fill('3');
  const price = ticket.getByRole('textbox', { name: 'Price', exact: true });
  await price.fill('1');
  await ticket.getByRole('button', { name: 'Short 3 contracts' }).click();
  await expect(price).toBeFocused();
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await expect(price).toBeInViewport({ ratio: 1 });

  await ticket.getByRole('radio', { name: 'Market' }).check();
  await expect(ticket.getByRole('switch', { name: 'Ask before each order' })).toBeHidden();
  await ticket.getByRole('button', { name: 'Short 3 contracts' }).click();
  await ticket.getByRole('switch', { name: 'Ask before each order' }).press('Space');
  await ticket.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(cards(page, 'short').first()).toBeVisible();

  await page.getByRole('button', { name: 'Short', exact: true }).click();
  await (await openedSheet(page)).getByRole('switch', { name: 'Ask before each order' }).press('Space');
  await ticket.getByRole('textbox', { name: 'Contracts', exact: true }).fill('1');
  await ticket.getByRole('button', { name: 'Short 1 contract' }).click();
  await expect(ticket.getByRole('button', { name: 'Confirm', exact: true })).toBeVisible();
  await expectNothingWrong();
});

test('whoever is not verified is asked for it, and in the demo is with one tap, without leaving the ticket', async ({
  page,
}) => {
  await logIn(page, await openAccount(server.url), { url: server.url });
  await showContracts(page);
  await page.getByRole('button', { name: 'Short', exact: true }).click();
  const ticket = page.getByRole('dialog');
  await ticket.getByRole('textbox', { name: 'Contracts', exact: true }).fill('1');
  await ticket.locator('button[type=submit]').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await ticket.getByRole('button', { name: 'Short 1 contract' }).click();
  await expect(ticket.getByRole('button', { name: 'Confirm', exact: true })).toBeVisible();
});

test('an order that the balance does not pay for is said in the spec’s words, with a way to money', async ({
  page,
}) => {
  await logIn(page, await openVerified(server.url), { url: server.url });
  await showContracts(page);
  await page.getByRole('button', { name: 'Long', exact: true }).click();
  const ticket = await openedSheet(page);
  await ticket.getByRole('textbox', { name: 'Contracts', exact: true }).fill('9999');
  await expect(ticket.getByText('Insufficient balance, please recharge')).toBeVisible();
  await expect(ticket.getByRole('link', { name: 'Get test money' })).toBeVisible();
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
  await tabTo(page, ticket.getByRole('textbox', { name: 'Contracts', exact: true }));
  await page.keyboard.type('2');
  await tabTo(page, ticket.getByRole('slider'));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, ticket.getByRole('button', { name: 'Long 3 contracts' }));
  await page.keyboard.press('Enter');
  await expect(ticket.getByRole('button', { name: 'Confirm', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const long = cards(page, 'long');
  await expect(long).toBeVisible();
  await tabTo(page, long.getByRole('button', { name: 'Close', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, ticket.getByRole('button', { name: 'Close all of it' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('No positions')).toBeVisible();
});
