// What journeys of staking do and read.
import { expect, type Page } from '@playwright/test';

export async function stake(
  page: Page,
  url: string,
  { term, amount }: { term: string; amount: string },
): Promise<void> {
  await page.goto(`${url}/#/myPledge`);
  await page
    .getByRole('list', { name: 'Terms' })
    .getByRole('link', { name: new RegExp(`^${term}`) })
    .click();
  await page.getByLabel(/^Amount/).fill(amount);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Stake now' }).click();
  await expect(page).toHaveURL(/#\/pledge\/plg_/);
}
