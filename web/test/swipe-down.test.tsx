// A sheet under a finger.
import { afterEach, expect, test, vi } from 'vitest';
import { closeBySwipe } from '../src/ui/swipe-down.ts';

let stop: (() => void) | undefined;
afterEach(() => {
  stop?.();
  document.body.replaceChildren();
});

/** A panel of 400 px with a slider and a list that is longer than its place. */
function openPanel() {
  const panel = document.createElement('div');
  panel.style.height = '400px';
  const slider = Object.assign(document.createElement('input'), { type: 'range' });
  const list = document.createElement('div');
  [list.style.height, list.style.overflowY] = ['100px', 'auto'];
  const row = document.createElement('p');
  row.style.height = '1000px';
  list.append(row);
  panel.append(slider, list);
  document.body.append(panel);
  const close = vi.fn();
  stop = closeBySwipe(panel, close);
  return { panel, slider, list, row, close };
}

/** From one place to others, `ms` in between; answers how often the browser was kept from scrolling. */
async function pull(target: Element, places: readonly { x?: number; y: number }[], ms = 0, ends = 'touchend') {
  let kept = 0;
  const send = (type: string, { x = 0, y }: { x?: number; y: number }): void => {
    const touch = new Touch({ identifier: 1, target, clientX: x, clientY: y });
    const isOver = type === ends;
    const event = new TouchEvent(type, {
      touches: isOver ? [] : [touch],
      changedTouches: [touch],
      bubbles: true,
      cancelable: true,
    });
    if (!target.dispatchEvent(event)) kept++;
  };
  send('touchstart', { y: 0 });
  for (const place of places) {
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    send('touchmove', place);
  }
  send(ends, places.at(-1)!);
  return kept;
}

test('far or fast enough it closes, else it comes back', async () => {
  const { panel, close } = openPanel();
  await pull(panel, [{ y: 20 }, { y: 40 }], 100);
  expect(close).not.toHaveBeenCalled();
  expect(panel.style.getPropertyValue('--swipe-y')).toBe('');
  expect(await pull(panel, [{ y: 60 }, { y: 141 }], 200)).toBe(2);
  expect(close).toHaveBeenCalledTimes(1);
  await pull(panel, [{ y: 139 }]);
  expect(close).toHaveBeenCalledTimes(2);
  await pull(panel, [{ y: 300 }], 0, 'touchcancel');
  expect(close).toHaveBeenCalledTimes(2);
});

test('it follows the finger', () => {
  const { panel } = openPanel();
  const touch = (y: number) => [new Touch({ identifier: 1, target: panel, clientX: 0, clientY: y })];
  panel.dispatchEvent(new TouchEvent('touchstart', { touches: touch(0) }));
  panel.dispatchEvent(new TouchEvent('touchmove', { touches: touch(50), cancelable: true }));
  expect(panel.style.getPropertyValue('--swipe-y')).toBe('50px');
  expect(panel.hasAttribute('data-swiping')).toBe(true);
});

test('a slider, a list that is not at its top, and what moves sideways or up keep their gestures', async () => {
  const { panel, slider, list, row, close } = openPanel();
  expect(await pull(slider, [{ y: 300 }])).toBe(0);
  expect(await pull(panel, [{ x: 20, y: 10 }, { y: 300 }])).toBe(0);
  expect(await pull(panel, [{ y: -20 }, { y: 300 }])).toBe(0);
  list.scrollTop = 50;
  expect(await pull(row, [{ y: 300 }])).toBe(0);
  expect(close).not.toHaveBeenCalled();
  list.scrollTop = 0;
  await pull(row, [{ y: 300 }]);
  expect(close).toHaveBeenCalledTimes(1);
});
