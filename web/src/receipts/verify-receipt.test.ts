import { collectArchive, readReceipt } from '@candor/proof';
import { beforeEach, expect, test, vi } from 'vitest';
import { verifyReceipt } from './verify-receipt.ts';

vi.mock('@candor/proof', async (original: () => Promise<object>) => ({
  ...(await original()),
  collectArchive: vi.fn(async () => []),
  readReceipt: vi.fn(() => ({ receipt: {} })),
  ticksWhereCut: vi.fn((_receipt: object, most: number) => (most < 900_001 ? 900_001 : undefined)),
  verifyReceipt: vi.fn(() => ({ verdict: 'verified', checks: [], unchecked: [] })),
}));

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ data: { public_key: 'ab' } }));
  vi.mocked(readReceipt).mockClear();
});

test.each([
  { isWhole: false, ticksMax: 100_000, cutFrom: 900_001 },
  // A day at ten a second, of which proof/src/long-receipt.test.ts compares every tick.
  { isWhole: true, ticksMax: 1_000_000, cutFrom: undefined },
])('whole: $isWhole, up to $ticksMax ticks', async ({ isWhole, ticksMax, cutFrom }) => {
  const { signal } = new AbortController();
  const verdict = await verifyReceipt({ text: '{}', isWhole, signal, onProgress: () => undefined });
  expect(verdict.cutFrom).toBe(cutFrom);
  expect(vi.mocked(collectArchive).mock.lastCall?.[1]).toMatchObject({ ticksMax, pagesAtOnce: 5 });
});
