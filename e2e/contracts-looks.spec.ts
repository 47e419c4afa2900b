// Contracts, light, dark and from right to left: every sheet and list of theirs is for everybody, and fits the narrowest phone.
import { expect, test } from '@playwright/test';
import { logIn } from './support/accounts.ts';
import { cards, closedContract, openPosition, openVerified } from './support/contracts.ts';
import { judgeShown } from './support/judge.ts';
import { looks, show, takeLook } from './support/screens.ts';
import { sharedServer } from './support/server.ts';
import { prefer, watch } from './support/watch.ts';
import { wordsOf } from './support/words.ts';

const server = sharedServer;

for (const look of looks) {
  test(`contracts are for everybody: ${look.name}`, async ({ page }) => {
    test.setTimeout(600_000);
    const { language } = look;
    const say = wordsOf(language);
    const expectNothingWrong = watch(page, server.url);
    const account = await openVerified(server.url);
    const tradeId = await closedContract(account);
    await takeLook(page, look);
    await prefer(page, { treatyType: 'cfd' });
    await logIn(page, account, { url: server.url });
    await show(page, server.url, '/contracts');
    await judgeShown(page, 'the empty screen');

    const panel = page.getByRole('dialog');
    await page.getByRole('button', { name: say('contracts.short'), exact: true }).click();
    await panel.getByRole('radio', { name: say('contracts.limit'), exact: true }).check();
    await panel.getByRole('switch', { name: say('contracts.stops') }).press('Space');
    await panel.locator('button[type=submit]').click();
    await judgeShown(page, 'the ticket with its faults');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await page.getByRole('button', { name: say('contracts.long'), exact: true }).click();
    await panel.getByRole('radio', { name: say('contracts.market'), exact: true }).check();
    await panel.getByRole('switch', { name: say('contracts.stops') }).press('Space');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();

    await openPosition(page, { side: 'long', sheets: 20, hasStops: true, language });
    await openPosition(page, { side: 'short', sheets: 7, language });
    await judgeShown(page, 'the positions');
    for (const act of ['stops', 'margin', 'close'] as const) {
      await cards(page, 'long', language)
        .getByRole('button', { name: say(`contracts.act_${act}`), exact: true })
        .click();
      await judgeShown(page, `the sheet of ${act}`);
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
    }
    await page.getByRole('button', { name: say('contracts.closeAll'), exact: true }).click();
    await judgeShown(page, 'the question before all are closed');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await page.getByRole('tab', { name: say('contracts.tab_history'), exact: true }).click();
    await judgeShown(page, 'the history');

    await show(page, server.url, `/receipt/contract/${tradeId}`);
    await page.getByRole('button', { name: say('receipts.verify'), exact: true }).click();
    await expect(page.getByText(say('receipts.verified'), { exact: true })).toBeVisible();
    await judgeShown(page, 'the receipt');
    await page.getByRole('button', { name: say('receipts.picture'), exact: true }).click();
    await judgeShown(page, 'the picture');
    await expectNothingWrong();
  });
}
