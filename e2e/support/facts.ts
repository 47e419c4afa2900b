// What a screen says of one thing, by its label.
import type { Locator, Page } from '@playwright/test';

export const fact = (page: Page, label: string | RegExp): Locator =>
  page.locator('dl > div', { has: page.getByText(label, { exact: true }) }).locator('dd');
