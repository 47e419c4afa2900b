import { expect, test } from 'vitest';
import { closeFailure, judgeClose } from './close-rules.ts';

test('a close names one sheet at least, and no more than are open', () => {
  const order = { open_sheets: 20 };
  for (const good of ['1', '20']) expect(judgeClose(good, order)).toBeUndefined();
  for (const wrong of ['', '0', '21']) {
    expect(judgeClose(wrong, order)).toEqual({ code: 'sheets-out-of-range', facts: { min: '1', max: '20' } });
  }
});

test('where trying later helps the spec’s sentence is said, and else the reason', () => {
  for (const code of ['busy', 'market-halted', 'market-degraded', 'unknown-error'] as const) {
    expect(closeFailure(code), code).toBe('contracts.closeFailed');
  }
  for (const code of ['close-under-way', 'order-changed', 'outcome-unknown', 'unreachable'] as const) {
    expect(closeFailure(code), code).toBeUndefined();
  }
});
