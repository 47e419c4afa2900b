import { expect, test, vi } from 'vitest';
import { noteRecovered } from './recovered.ts';

test('a slide that the browser drops is no error, anything else that React recovers from is', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  noteRecovered(new DOMException('Skipping view transition because viewport size changed.', 'InvalidStateError'));
  noteRecovered(new DOMException('Transition was aborted because of timeout in DOM update', 'TimeoutError'));
  expect(reported).not.toHaveBeenCalled();
  const others = [new DOMException('Syntax', 'SyntaxError'), new Error('a fault of our own')];
  for (const error of others) noteRecovered(error);
  expect(reported.mock.calls).toEqual(others.map((error) => [error]));
  vi.unstubAllGlobals();
});
