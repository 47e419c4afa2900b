// Without a mouse or a finger: Tab reaches every control of every screen and shows where one is, and the main job can be done.
import { expect, test, type Page } from '@playwright/test';
import { logInByForm, openAccount } from './support/accounts.ts';
import { isSettled } from './support/option-order.ts';
import { looks, screensForCustomers, screensForGuests, show, openWithOrder, takeLook } from './support/screens.ts';
import { keepsFocus, tabTo } from './support/keyboard.ts';

let made: Awaited<ReturnType<typeof openWithOrder>>;
test.beforeAll(async () => {
  made = await openWithOrder();
});

test('Tab reaches every control of every screen, and one sees where one is', async ({ page }) => {
  await takeLook(page, looks[0]!);
  for (const path of screensForGuests) await walk(page, path);
  // An order that ends after the login has a card, which takes the place of the ticket when the page hears of it.
  await expect.poll(() => isSettled(made.account, made.orderId)).toBe(true);
  await logInByForm(page, made.account, { url: made.server.url });
  for (const path of screensForCustomers) await walk(page, path);
});

test('a stake, its receipt and the check without a mouse', async ({ page }) => {
  await logInByForm(page, await openAccount(made.server.url), { url: made.server.url });
  await show(page, made.server.url, '/contracts');

  // A sheet takes the focus in, keeps it, and gives it back.
  const pair = page.getByRole('button', { name: /BTC\/USDT/ });
  await pair.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await keepsFocus(page, sheet, Array<string>(40).fill('Tab'));
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(pair).toBeFocused();

  await tabTo(page, page.getByRole('textbox', { name: 'Stake' }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('20');
  await tabTo(page, page.getByRole('button', { name: /^Up/ }));
  await page.keyboard.press('Enter');
  const receipt = page.getByRole('link', { name: 'Receipt', exact: true });
  await expect(receipt).toBeVisible({ timeout: 120_000 });
  await tabTo(page, receipt);
  await page.keyboard.press('Enter');
  const verify = page.getByRole('button', { name: 'Verify in my browser' });
  await expect(verify).toBeVisible();
  await tabTo(page, verify);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Recomputed in your browser')).toBeVisible();
});

async function walk(page: Page, path: string): Promise<void> {
  await show(page, made.server.url, path);
  const count = await page.evaluate(markControls);
  expect.soft(count, `${path} has controls`).toBeGreaterThan(0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  // Lists grow meanwhile by what others do at the same server.
  for (let press = 0; press < count * 2 + 200; press++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(noteFocus)) break;
  }
  const { missed, unseen, covered } = await page.evaluate(readWalk);
  expect.soft(missed, `${path}: Tab does not reach`).toEqual([]);
  expect.soft(unseen, `${path}: no sign of the focus`).toEqual([]);
  expect.soft(covered, `${path}: the focus lies under the header or the menu`).toEqual([]);
}

interface Walk {
  controls: Set<Element>;
  reached: Set<Element>;
  unseen: Set<Element>;
  /** By what stays in its place while the page scrolls. */
  covered: Set<Element>;
}
declare global {
  var walkOfTest: Walk;
}

/** Runs in the page: what a finger could press; of a group of radio buttons the keyboard reaches one and arrows the rest. */
function markControls(): number {
  const wanted = 'a[href], button, input, select, textarea, summary, [role=tab], [role=switch], [role=slider]';
  const seen = [...document.querySelectorAll<HTMLElement>(wanted)].filter((element) => {
    if (element.matches(':disabled, [aria-disabled=true], .skip-link, [aria-hidden=true]')) return false;
    // The boxes of a code are one field: Tab comes to the one that is next, and digits go on by themselves.
    if (element.matches('input[data-length][tabindex="-1"]')) return false;
    if (element.closest('[inert], [aria-hidden=true], [hidden]')) return false;
    if (!element.checkVisibility({ visibilityProperty: true }) || element.getClientRects().length === 0) return false;
    if (element.matches('input[type=radio]')) {
      const group = [...document.getElementsByName((element as HTMLInputElement).name)] as HTMLInputElement[];
      return (group.find(({ checked }) => checked) ?? group[0]) === element;
    }
    return !element.matches('[role=tab]') || element.getAttribute('aria-selected') === 'true';
  });
  globalThis.walkOfTest = { controls: new Set(seen), reached: new Set(), unseen: new Set(), covered: new Set() };
  return seen.length;
}

/** True when all that are still there have been reached. */
function noteFocus(): boolean {
  const { controls, reached, unseen, covered } = globalThis.walkOfTest;
  const now = document.activeElement;
  if (!now || now === document.body) return false;
  if (controls.has(now)) reached.add(now);
  let isSeen = false;
  for (let box: Element | null = now; box && !isSeen && box !== document.body; box = box.parentElement) {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(box);
    isSeen = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || (box === now && boxShadow !== 'none');
  }
  // A control may lie under the picture of itself, which then bears the ring.
  const siblings = [...(now.parentElement?.children ?? [])];
  isSeen ||= siblings.some((one) => getComputedStyle(one).outlineStyle !== 'none');
  if (!isSeen) unseen.add(now);
  const { left, top, width, height } = now.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('nav, header, footer');
  if (above && !above.contains(now)) covered.add(now);
  return [...controls].every((control) => reached.has(control) || !control.isConnected);
}

function readWalk(): { missed: string[]; unseen: string[]; covered: string[] } {
  const { controls, reached, unseen, covered } = globalThis.walkOfTest;
  const name = (element: Element): string =>
    `${element.textContent.trim().slice(0, 40)}: ${element.outerHTML.slice(0, 140)}`;
  // What has gone or was switched off since, as it does while a page is still being filled, is no control any more.
  const isThere = (control: Element): boolean =>
    control.isConnected && !control.matches(':disabled, [aria-disabled=true]');
  const missed = [...controls].filter((control) => !reached.has(control) && isThere(control));
  return { missed: missed.map(name), unseen: [...unseen].map(name), covered: [...covered].map(name) };
}
