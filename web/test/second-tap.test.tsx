// The second tap of a double tap falls on what has taken the place of the button by then.
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import '../src/ui/tokens.css';

test('what has just come takes no tap for a moment, and then does', () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() => root.render(<div className="takes-no-tap-yet">Open orders</div>));
  const [row] = place.children as unknown as [HTMLElement];
  expect(getComputedStyle(row).pointerEvents).toBe('none');
  for (const animation of row.getAnimations()) animation.finish();
  expect(getComputedStyle(row).pointerEvents).toBe('auto');
  root.unmount();
  place.remove();
});
