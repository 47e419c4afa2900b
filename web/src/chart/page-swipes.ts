// A finger that moves up or down on the chart scrolls the page; all other gestures are the chart's.

/** Less than this is no direction yet, px. */
const slop = 8;

type Owner = 'chart' | 'page' | undefined;

/** `isHeld`: a line, a drawing or the crosshair is under the finger and follows it. The function that comes back ends it. */
export function leaveSwipesToPage(element: HTMLElement, isHeld: () => boolean): () => void {
  let start: Touch | undefined;
  let owner: Owner;
  // The library forbids the browser all gestures on what it draws into, and to go on scrolling in what is around it.
  for (const { style } of element.querySelectorAll<HTMLElement>(':scope > div')) {
    [style.touchAction, style.overscrollBehavior] = ['pan-y', 'auto'];
  }

  function begin({ touches }: TouchEvent): void {
    if (touches.length > 1) owner ??= 'chart';
    else [start, owner] = [touches[0], undefined];
  }

  function move(event: TouchEvent): void {
    // Those made here are meant for the library.
    if (!event.isTrusted || start === undefined) return;
    const touch = event.touches[0];
    if (owner === undefined && touch) {
      const [x, y] = [Math.abs(touch.clientX - start.clientX), Math.abs(touch.clientY - start.clientY)];
      if (isHeld() || (x + y >= slop && x >= y)) owner = 'chart';
      else if (x + y >= slop) give();
    }
    if (owner !== 'chart') event.stopPropagation();
  }

  function end(event: TouchEvent): void {
    if (!event.isTrusted) return;
    if (event.type === 'touchcancel' && owner !== 'page') give();
    else if (owner === 'page') event.stopPropagation();
    if (event.touches.length === 0) start = undefined;
  }

  /** The library forgets its touch only when it ends, and takes one that has not moved for a tap: it gets both, without a way to the side. */
  function give(): void {
    owner = 'page';
    if (!start) return;
    const { identifier, target, clientX, clientY, pageX, pageY } = start;
    const moved = new Touch({ identifier, target, clientX, clientY: clientY + slop, pageX, pageY: pageY + slop });
    const send = (type: string, touches: Touch[]): boolean =>
      target.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [moved] }));
    send('touchmove', [moved]);
    send('touchend', []);
  }

  const whole = { capture: true, passive: true };
  element.addEventListener('touchstart', begin, whole);
  element.addEventListener('touchmove', move, whole);
  element.addEventListener('touchend', end, whole);
  element.addEventListener('touchcancel', end, whole);
  return () => {
    element.removeEventListener('touchstart', begin, true);
    element.removeEventListener('touchmove', move, true);
    element.removeEventListener('touchend', end, true);
    element.removeEventListener('touchcancel', end, true);
  };
}
