// Who is shut out of what a page shows, by the rules of axe.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Rules {
  /** Those that do not count. */
  except?: string[];
  /** Those alone that do. */
  only?: string[];
}

/** All of them by light; by dark those that a theme can break, which changes colours and nothing else. */
export const rulesBy = (theme: 'light' | 'dark', byLight: Rules = {}): Rules =>
  theme === 'light' ? byLight : { only: ['color-contrast', 'link-in-text-block'] };

/** A line for each rule that is broken, with what breaks it. */
export async function findShutOut(page: Page, { except = [], only }: Rules = {}): Promise<string[]> {
  // A page that goes from screen to screen keeps what was put into it, and reading it anew takes a quarter of the time.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const builder = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    // All in the page itself, which has no frames: half the time of a second page for putting parts together.
    .setLegacyMode()
    // What is in order needs no list of its elements: another third of the time.
    .options({ resultTypes: ['violations'] });
  const { violations } = await (only ? builder.withRules(only) : builder.disableRules(except)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
