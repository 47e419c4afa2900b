// What React draws, counted from outside of it.
import type { Page } from '@playwright/test';

export interface RenderCount {
  commits: number;
  /** Where components worked: the name of the coin's row and the place of the cell in it; '' outside of rows. */
  cells: Record<string, number>;
  outside: number;
  /** Components that worked, by the tag of what they draw first: '#text' is words, '' nothing. */
  tags: Record<string, number>;
}

/** React tells each commit to the hook that its developer tools use, in every build. `rows`: what cells lie in. */
export async function countRenders(page: Page, rows: string): Promise<void> {
  await page.addInitScript((selector) => {
    interface Fiber {
      tag: number;
      flags: number;
      alternate: Fiber | null;
      child: Fiber | null;
      sibling: Fiber | null;
      return: Fiber | null;
      stateNode: unknown;
    }
    const [functionTag, memoTag, simpleMemoTag, hostTag, textTag, performedWork] = [0, 14, 15, 5, 6, 1];
    const counts = { commits: 0, cells: {} as Record<string, number>, outside: 0, tags: {} as Record<string, number> };
    const hostBelow = (fiber: Fiber | null): Element | Text | undefined => {
      for (let one = fiber; one; one = one.child) {
        if (one.tag === hostTag || one.tag === textTag) return one.stateNode as Element | Text;
      }
      return undefined;
    };
    const note = (fiber: Fiber): void => {
      const host = hostBelow(fiber.child);
      const tag = host?.nodeName ?? '';
      const element = host instanceof Text ? (host.parentElement ?? undefined) : host;
      counts.tags[tag] = (counts.tags[tag] ?? 0) + 1;
      const row = element?.closest(selector);
      if (!row || element === row) counts.outside++;
      else {
        const name = `${row.textContent.slice(0, 5)} ${[...row.querySelectorAll('*')].indexOf(element!)}`;
        counts.cells[name] = (counts.cells[name] ?? 0) + 1;
      }
    };
    const walk = (fiber: Fiber | null): void => {
      for (let one = fiber; one; one = one.sibling) {
        const before = one.alternate;
        const isComponent = one.tag === functionTag || one.tag === memoTag || one.tag === simpleMemoTag;
        if (before === null || (isComponent && (one.flags & performedWork) !== 0)) {
          if (isComponent) note(one);
        }
        // The same child as before: nothing below was looked at.
        if (before === null || one.child !== before.child) walk(one.child);
      }
    };
    Object.assign(globalThis, {
      renderCounts: counts,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        isDisabled: false,
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => {
          counts.commits++;
          walk(root.current);
        },
      },
    });
  }, rows);
}

export const readRenders = (page: Page): Promise<RenderCount> =>
  page.evaluate(() => structuredClone((globalThis as unknown as { renderCounts: RenderCount }).renderCounts));
