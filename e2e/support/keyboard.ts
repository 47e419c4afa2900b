// How one goes about without a mouse.
import type { Locator, Page } from '@playwright/test';

/** Of a panel. */
export const holdsFocus = (element: Element): boolean => element.contains(document.activeElement);

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let press = 0; press < 80; press++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${String(control)}`);
}
