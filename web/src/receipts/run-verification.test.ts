import { beforeEach, expect, test, vi } from 'vitest';
import { runVerification } from './run-verification.ts';
import type { FromVerifier, Progress, ToVerifier, Verdict } from './verification.ts';

vi.mock('./verify-worker.ts?worker&url', () => ({ default: '/verify-worker.js' }));
const inPage = vi.hoisted(() => ({ texts: [] as string[] }));
vi.mock('./verify-receipt.ts', () => ({
  verifyReceipt: async ({ text }: { text: string }) => {
    inPage.texts.push(text);
    return { verdict: 'verified', ticks: 1 };
  },
}));

const reportError = vi.fn();
const workers: WorkerInTest[] = [];
let canWork = true;
class WorkerInTest extends EventTarget {
  texts: string[] = [];
  isEnded = false;
  constructor() {
    super();
    if (!canWork) throw new Error('no workers here');
    workers.push(this);
  }
  postMessage = ({ text }: ToVerifier): void => void this.texts.push(text);
  terminate = (): void => void (this.isEnded = true);
}
const worker = (): WorkerInTest => workers.at(-1)!;
const fromWorker = (data: FromVerifier): boolean => worker().dispatchEvent(new MessageEvent('message', { data }));

/** Under way: how far it came, how to give it up, and how it ends. */
function begin() {
  const controller = new AbortController();
  const seen: Progress[] = [];
  const onProgress = (progress: Progress): void => void seen.push(progress);
  const verdict = runVerification({ text: 'the receipt', isWhole: false, signal: controller.signal, onProgress });
  return { seen, verdict, giveUp: () => controller.abort() };
}

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerInTest);
  vi.stubGlobal('location', { origin: 'https://candor.test', href: 'https://candor.test/' });
  canWork = true;
  inPage.texts = [];
  reportError.mockClear();
  vi.stubGlobal('reportError', reportError);
});

test('the worker says how far it is, and what it found; it is ended afterwards', async () => {
  const { seen, verdict } = begin();
  const found = { verdict: 'verified', ticks: 3 } as Verdict;
  fromWorker({ kind: 'progress', progress: { done: 1, pages: 4 } });
  fromWorker({ kind: 'progress', progress: { done: 4, pages: 4 } });
  fromWorker({ kind: 'done', verdict: found });
  expect(await verdict).toEqual(found);
  expect(seen).toEqual([{ done: 1, pages: 4 }, { done: 4, pages: 4 }]); // oxfmt-ignore
  expect(worker()).toMatchObject({ texts: ['the receipt'], isEnded: true });
  expect(inPage.texts).toEqual([]);
});

test('what is given up ends the worker and is not begun again in the page', async () => {
  const { verdict, giveUp } = begin();
  giveUp();
  await expect(verdict).rejects.toThrow('given up');
  expect(worker().isEnded).toBe(true);
  expect(inPage.texts).toEqual([]);
});

test('an archive that could not be had is no verdict', async () => {
  const { verdict } = begin();
  fromWorker({ kind: 'failed' });
  await expect(verdict).rejects.toThrow('could not be had');
  expect(inPage.texts).toEqual([]);
});

test('without a worker, or with one that does not load, the page verifies by itself', async () => {
  const { verdict } = begin();
  worker().dispatchEvent(new Event('error'));
  expect((await verdict).verdict).toBe('verified');
  canWork = false;
  expect((await begin().verdict).verdict).toBe('verified');
  expect(inPage.texts).toEqual(['the receipt', 'the receipt']);
  // Whoever watches for failures tells the server.
  expect(reportError).toHaveBeenCalledTimes(2);
});
