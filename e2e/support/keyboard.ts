// How one goes about without a mouse.
import { expect, type Locator, type Page } from '@playwright/test';

/** Of a panel. */
export const holdsFocus = (element: Element): boolean => element.contains(document.activeElement);

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let press = 0; press < 80; press++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(isAtEdge)).toBe(false);
  }
  throw new Error(`Tab never came to ${String(control)}`);
}

/** Once the panel has the focus, presses the keys one after another: none leads further out of the panel than to its edge, and from there back in. */
export async function keepsFocus(page: Page, panel: Locator, keys: readonly string[]): Promise<void> {
  await expect.poll(() => panel.evaluate(holdsFocus)).toBe(true);
  for (const key of keys) {
    await page.keyboard.press(key);
    if (await page.evaluate(isAtEdge)) await expect.poll(() => panel.evaluate(holdsFocus)).toBe(true);
    expect(await panel.evaluate(holdsFocus)).toBe(true);
  }
}

/** Presses the key that stands for a button of the console's page, once that button is there and no panel lies over the page. */
export async function pressFor(page: Page, button: string, key: string): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: button, exact: true }).first()).toBeVisible();
  await page.keyboard.press(key);
}

/** Before and behind a panel stands a guard that hands the focus back in with the next frame. */
const isAtEdge = (): boolean => document.activeElement?.hasAttribute('data-base-ui-focus-guard') === true;
