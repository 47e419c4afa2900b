import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let frames: (() => void)[] = [];
/** Turns that were asked for before a frame is drawn come after it is. */
let turns: (() => void)[] = [];
let now = 0;

beforeEach(() => {
  frames = [];
  turns = [];
  now = 0;
  vi.resetModules();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  vi.stubGlobal('scheduler', { yield: () => new Promise<void>((resolve) => turns.push(resolve)) });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Laying it out and painting it takes this long. */
async function drawFrame(takesMs = 0): Promise<void> {
  for (const callback of frames.splice(0)) callback();
  await Promise.resolve();
  now += takesMs;
  for (const turn of turns.splice(0)) turn();
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
  const { stores, told, change } = await listen(8, 0.01);
  change(1);
  change(2);
  expect(frames).toHaveLength(1);
  await drawFrame();
  expect(told).toHaveLength(8);
  change(3);
  await drawFrame();
  expect(told).toHaveLength(16);
  expect(frames).toHaveLength(0);
  expect(stores[0]!.get()).toBe(3);
});

test('a frame that something else has taken tells nothing, the one after tells all', async () => {
  const { told, change } = await listen(3, 0.01);
  const { takeNextFrame } = await import('./frame.ts');
  for (const isChangedBefore of [true, false]) {
    told.length = 0;
    if (isChangedBefore) change(1);
    takeNextFrame();
    change(isChangedBefore ? 2 : 3);
    await drawFrame();
    expect(told).toHaveLength(0);
    await drawFrame();
    expect(told).toHaveLength(3);
    expect(frames).toHaveLength(0);
  }
});

test('a taken frame takes no other one with it', async () => {
  const { told, change } = await listen(3, 0.01);
  const { takeNextFrame } = await import('./frame.ts');
  takeNextFrame();
  await drawFrame();
  change(1);
  await drawFrame();
  expect(told).toHaveLength(3);
});

/** How many each frame told, until all were. */
async function drawAll(told: number[], takesMs: number): Promise<number[]> {
  const counts: number[] = [];
  for (let before = told.length; frames.length > 0; before = told.length) {
    await drawFrame(takesMs);
    counts.push(told.length - before);
  }
  return counts;
}

test('on a fast device frames come to tell all that changed', async () => {
  const { told, change } = await listen(21, 0.01);
  let counts: number[] = [];
  for (let value = 1; value < 30; value++) {
    change(value);
    counts = await drawAll(told, 2);
  }
  expect(counts).toEqual([21]);
});

test('on a slow device a frame tells as many as it can draw in time, and the next one goes on where it stopped', async () => {
  const { told, change } = await listen(21, 1);
  for (let value = 1; value < 30; value++) {
    change(value);
    await drawAll(told, 5);
  }
  told.length = 0;
  change(30);
  await drawFrame(5);
  const inOne = told.length;
  expect(inOne).toBeGreaterThanOrEqual(4);
  expect(inOne).toBeLessThanOrEqual(8);
  // A newer value of one that waits takes no place of its own.
  change(31);
  expect(frames).toHaveLength(1);
  await drawAll(told, 5);
  expect(told).toEqual([...Array(21).keys(), ...Array(inOne).keys()]);
});

test('however slow, a few are told together', async () => {
  const { told, change } = await listen(6, 50);
  for (let value = 1; value < 9; value++) {
    change(value);
    await drawAll(told, 50);
  }
  told.length = 0;
  change(9);
  await drawFrame();
  expect(told).toEqual([0, 1, 2, 3]);
});

test('who listens calmly is told a few times a second, of the newest, and at once after a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { createLiveStore } = await import('./frame.ts');
  const store = createLiveStore(0);
  const told: [at: number, value: number][] = [];
  store.subscribeCalmly(() => told.push([now, store.get()]));
  for (let value = 1; value <= 100; value++) {
    store.set(value);
    vi.advanceTimersByTime(10);
    await drawFrame();
    now += 10;
  }
  expect(told.length).toBeGreaterThanOrEqual(5);
  expect(told.length).toBeLessThanOrEqual(6);
  vi.advanceTimersByTime(200);
  await drawFrame();
  expect(told.at(-1)![1]).toBe(100);
  now += 5_000;
  store.set(101);
  vi.advanceTimersByTime(1);
  await drawFrame();
  expect(told.at(-1)).toEqual([now, 101]);
  vi.useRealTimers();
});

test('who only holds a value has it new, and costs no frame', async () => {
  let users = 0;
  const { createLiveStore } = await import('./frame.ts');
  const store = createLiveStore(0, { keptMs: 0, onUsed: () => (users++, () => void users--) });
  const end = store.hold();
  store.set(1);
  expect([store.get(), users, frames.length]).toEqual([1, 1, 0]);
  const endToo = store.subscribe(() => undefined);
  end();
  expect(users).toBe(1);
  endToo();
  expect(users).toBe(0);
});
