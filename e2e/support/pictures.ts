// Pictures for people to look at, in the folder that the command names.
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const folder = process.env['CANDOR_SCREENSHOTS'] ?? '';

export async function takePicture(page: Page, group: string, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, group, `${name.replaceAll('/', '-').replace(/^-/, '')}.png`) });
}

/** All of a page that is longer than the screen, as on a screen of that height; of another nothing. */
export async function takeLongPicture(page: Page, group: string, name: string): Promise<void> {
  const size = page.viewportSize()!;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  if (height < size.height + 60) return;
  await page.setViewportSize({ ...size, height });
  await page.waitForTimeout(200);
  await takePicture(page, group, `${name}-whole`);
  await page.setViewportSize(size);
}
