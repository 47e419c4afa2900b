// A finger that pulls a panel down from its top closes it; a shorter pull lets it come back. What scrolls, and what a finger
// moves in the panel, keep their own gestures.

/** Less than this is no direction yet, px. */
const slop = 6;
/** Far enough, as a share of the panel's height, or fast enough, px a millisecond. */
const closing = { share: 0.35, speed: 0.5 };

interface Pull {
  x: number;
  y: number;
  at: number;
  /** Whose it is; not known before the finger has moved. */
  isOurs?: boolean;
}

/** Follows the finger until the function that comes back is called. */
export function closeBySwipe(panel: HTMLElement, close: () => void): () => void {
  let pull: Pull | undefined;

  function begin({ touches, target }: TouchEvent): void {
    const [touch] = touches;
    const isFree = touches.length === 1 && target instanceof Element && mayPull(target, panel);
    pull = isFree && touch ? { x: touch.clientX, y: touch.clientY, at: performance.now() } : undefined;
  }

  function move(event: TouchEvent): void {
    const touch = event.touches[0];
    if (!pull || !touch) return;
    const [x, y] = [touch.clientX - pull.x, touch.clientY - pull.y];
    if (pull.isOurs === undefined && Math.hypot(x, y) >= slop) pull.isOurs = y > Math.abs(x);
    if (pull.isOurs !== true) return;
    event.preventDefault();
    panel.dataset['swiping'] = '';
    panel.style.setProperty('--swipe-y', `${Math.max(0, y)}px`);
  }

  function end({ changedTouches, type }: TouchEvent): void {
    const touch = changedTouches[0];
    const ended = pull;
    pull = undefined;
    delete panel.dataset['swiping'];
    panel.style.removeProperty('--swipe-y');
    if (ended?.isOurs !== true || !touch || type === 'touchcancel') return;
    const y = touch.clientY - ended.y;
    const isFar = y > panel.clientHeight * closing.share;
    if (isFar || y / (performance.now() - ended.at) > closing.speed) close();
  }

  const ending = new AbortController();
  const { signal } = ending;
  panel.addEventListener('touchstart', begin, { passive: true, signal });
  panel.addEventListener('touchmove', move, { passive: false, signal });
  panel.addEventListener('touchend', end, { signal });
  panel.addEventListener('touchcancel', end, { signal });
  return () => ending.abort();
}

/** Neither on what a finger moves nor in a list that is not at its top. */
function mayPull(target: Element, panel: HTMLElement): boolean {
  for (let each: Element | null = target; each && each !== panel; each = each.parentElement) {
    if (each.scrollTop > 0 || each.matches('input, textarea, [data-keeps-swipe]')) return false;
  }
  return true;
}
