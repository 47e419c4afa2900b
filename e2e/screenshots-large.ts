// Pictures with the browser's font set twice as large.
import { test } from '@playwright/test';
import { logIn } from './support/accounts.ts';
import { takeLongPicture, takePicture } from './support/pictures.ts';
import { looks, screensForCustomers, screensForGuests, show, openWithOrder, takeLook } from './support/screens.ts';
import { largeFont } from './support/large-font.ts';

test.use({ launchOptions: largeFont });

let made: Awaited<ReturnType<typeof openWithOrder>>;
test.beforeAll(async () => {
  made = await openWithOrder();
});

test('large letters', async ({ page }) => {
  test.setTimeout(600_000);
  await takeLook(page, looks[0]!);
  const shoot = async (path: string, name: string): Promise<void> => {
    await show(page, made.server.url, path);
    await takePicture(page, 'large', name);
    await takeLongPicture(page, 'large', name);
  };
  for (const path of screensForGuests) await shoot(path, `guest${path}`);
  await logIn(page, made.account, { url: made.server.url });
  for (const path of screensForCustomers) await shoot(path, path);
});
