import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let frames: (() => void)[] = [];
let now = 0;

beforeEach(() => {
  frames = [];
  now = 0;
  vi.resetModules();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function drawFrame(): Promise<void> {
  for (const callback of frames.splice(0)) callback();
  await Promise.resolve();
}

/** Stores whose listeners take this long; what was told, in order. */
async function listen(count: number, takesMs: number) {
  const { createLiveStore } = await import('./frame.ts');
  const stores = Array.from({ length: count }, () => createLiveStore(0));
  const told: number[] = [];
  for (const [place, store] of stores.entries()) {
    store.subscribe(() => {
      now += takesMs;
      told.push(place);
    });
  }
  const change = (value: number): void => stores.forEach((store) => store.set(value));
  return { stores, told, change };
}

test('what changed is told together, once a frame', async () => {
  const { stores, told, change } = await listen(21, 0.01);
  change(1);
  change(2);
  expect(frames).toHaveLength(1);
  await drawFrame();
  expect(told).toHaveLength(21);
  change(3);
  await drawFrame();
  expect(told).toHaveLength(42);
  expect(frames).toHaveLength(0);
  expect(stores[0]!.get()).toBe(3);
});

test('on a slow device a frame tells as many as it can, and the next one goes on where it stopped', async () => {
  const { told, change } = await listen(21, 0.5);
  change(1);
  await drawFrame();
  told.length = 0;
  change(2);
  await drawFrame();
  expect(told).toEqual([...Array(10).keys()]);
  // A newer value of one that waits takes no place of its own.
  change(3);
  expect(frames).toHaveLength(1);
  while (frames.length > 0) await drawFrame();
  expect(told).toEqual([...Array(21).keys(), ...Array(10).keys()]);
});

test('however slow, a few are told together', async () => {
  const { told, change } = await listen(6, 50);
  change(1);
  await drawFrame();
  told.length = 0;
  change(2);
  await drawFrame();
  expect(told).toEqual([0, 1, 2, 3]);
});
