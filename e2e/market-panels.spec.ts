// Each part of a market's page by itself, in two languages: nobody is shut out, nothing is cut off.
import { expect, test } from '@playwright/test';
import { judgeShown } from './support/judge.ts';
import { looks, takeLook } from './support/screens.ts';
import { sharedServer } from './support/server.ts';
import { watch } from './support/watch.ts';
import { wordsOf } from './support/words.ts';

const server = sharedServer;

for (const look of looks) {
  test(`the parts of a market: ${look.name}`, async ({ page }) => {
    const say = wordsOf(look.language);
    const expectNothingWrong = watch(page, server.url);
    await takeLook(page, look);
    await page.goto(`${server.url}/#/exchange/shibusdt`);
    for (const name of ['book', 'depth', 'tape', 'about'] as const) {
      await page.getByRole('tab', { name: say(`market.${name}`), exact: true }).click();
      await expect(page.locator('main .animate-pulse').filter({ visible: true })).toHaveCount(0);
      await judgeShown(page, name);
    }
    await page.getByRole('button', { name: say('chart.draw'), exact: true }).click();
    await judgeShown(page, 'drawing tools');
    await page.getByRole('button', { name: say('chart.settings'), exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await judgeShown(page, 'chart settings');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: say('chart.full'), exact: true }).click();
    await judgeShown(page, 'full screen');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: say('chart.full'), exact: true })).toBeVisible();
    await expectNothingWrong();
  });
}
