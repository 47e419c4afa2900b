// Every part of the kit, as its samples show it, on the smallest phone: in the longest language, and from right to left.
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls } from './support/wire.ts';
import { closeApp, cutOff, openApp } from './support/app.tsx';
import { isLongRun } from './support/long-run.ts';

afterEach(closeApp);

for (const language of isLongRun ? (['en', 'de-CH', 'ar'] as const) : (['de-CH'] as const)) {
  test(`all samples of the kit fit a page of 320 px in ${language}`, async () => {
    answerCalls(() => 'pending');
    await openApp({ path: '/dev/kit', language });
    await expect.element(page.getByRole('tablist', { name: 'Parts' })).toBeVisible();
    const groups = page.getByRole('tablist', { name: 'Parts' }).getByRole('tab');
    const names = groups.elements().map((tab) => tab.textContent);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      await userEvent.click(page.getByRole('tab', { name, exact: true }).first());
      await expect.element(page.getByRole('tab', { name, exact: true, selected: true }).first()).toBeInTheDocument();
      expect(document.documentElement.scrollWidth, `${name} widens the page`).toBe(320);
      expect(cutOff(), name).toEqual([]);
    }
  });
}
