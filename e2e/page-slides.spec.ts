// Pages slide, and nothing is lost when the browser drops a slide half-way.
import { expect, test, type Page } from '@playwright/test';
import { sharedServer } from './support/server.ts';
import { prefer, watch } from './support/watch.ts';
import { wordsOf, type Language } from './support/words.ts';

const server = sharedServer;

test('a phone that is turned while a page slides in shows that page', async ({ page }) => {
  const expectNothingWrong = watch(page, server.url);
  await page.goto(`${server.url}/#/home`);
  for (let turn = 0; turn < 6; turn += 1) {
    const tab = page.getByRole('navigation').getByRole('link', { name: turn % 2 === 0 ? 'Quotation' : 'Home' });
    await tab.click();
    await page.setViewportSize(turn % 2 === 0 ? { width: 812, height: 375 } : { width: 375, height: 812 });
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('main:visible')).toHaveCount(1);
  }
  await expectNothingWrong();
});

for (const [language, sign] of [
  ['en', 1],
  ['ar', -1],
] as const) {
  test(`a page comes from the side where it lies: ${language}`, async ({ page }) => {
    await prefer(page, { language });
    await noteSlides(page);
    await page.goto(`${server.url}/#/home`);
    const forward = await slideTo(page, language, 'quotation');
    expect(forward.animation).toBe('slide-from-end');
    expect(Math.sign(forward.x)).toBe(sign);
    const back = await slideTo(page, language, 'personal');
    expect(back.animation).toBe('slide-from-start');
    expect(Math.sign(back.x)).toBe(-sign);
    expect([forward.ms, back.ms]).toEqual([220, 220]);
  });
}

test('nothing slides for those who asked for less motion, and no picture is taken of what would', async ({ page }) => {
  await noteSlides(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.url}/#/home`);
  const tab = page.getByRole('navigation').getByRole('link', { name: 'Quotation' });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('main:visible')).toHaveCount(1);
  expect(await page.evaluate(() => globalThis.slidesBegun)).toBe(0);
  // Who asks for it later is heard at once too.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.reload();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { ms } = await slideTo(page, 'en', 'personal');
  expect(ms).toBeLessThan(1);
});

interface Slide {
  animation: string;
  ms: number;
  /** Where the page that comes begins, to the right of its place. */
  x: number;
}
declare global {
  var slidesOfTest: Slide[];
  var slidesBegun: number;
}

/** Writes down how each new page begins to move. */
const noteSlides = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    globalThis.slidesOfTest = [];
    globalThis.slidesBegun = 0;
    const begin = document.startViewTransition.bind(document);
    document.startViewTransition = (how) => {
      globalThis.slidesBegun += 1;
      const transition = begin(how);
      const note = (): void => {
        for (const animation of document.getAnimations()) {
          const { pseudoElement } = animation.effect as KeyframeEffect;
          if (!pseudoElement?.startsWith('::view-transition-new(') || pseudoElement.includes('(root)')) continue;
          animation.pause();
          animation.currentTime = 0;
          const { transform } = getComputedStyle(document.documentElement, pseudoElement);
          const slide = { animation: (animation as CSSAnimation).animationName, x: new DOMMatrix(transform).e };
          globalThis.slidesOfTest.push({ ...slide, ms: animation.effect!.getComputedTiming().duration as number });
          animation.play();
        }
      };
      // A slide that is dropped has not begun.
      transition.ready.then(note, () => undefined);
      return transition;
    };
  });

async function slideTo(page: Page, language: Language, tab: string): Promise<Slide> {
  const say = wordsOf(language);
  const link = page.getByRole('navigation').getByRole('link', { name: say(`shell.${tab}`), exact: true });
  await page.evaluate(() => (globalThis.slidesOfTest.length = 0));
  await link.click();
  await expect.poll(() => page.evaluate(() => globalThis.slidesOfTest.length)).toBe(1);
  const [slide] = await page.evaluate(() => globalThis.slidesOfTest);
  return slide!;
}
