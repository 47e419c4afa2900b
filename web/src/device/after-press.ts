// What a press makes by leaving a field must not move what is being pressed from under the finger: the browser clicks only what is at
// the same place at the press's beginning and end.
let isPressed = false;
const waiting: (() => void)[] = [];

/** Does it once the press that is under way is over and its click was heard; without one, soon. */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act);
  // The events that follow a tap of a finger are told in one task.
  else setTimeout(act);
}

function end(): void {
  isPressed = false;
  for (const act of waiting.splice(0)) setTimeout(act);
}

addEventListener('pointerdown', () => (isPressed = true), { capture: true, passive: true });
addEventListener('pointerup', end, { capture: true, passive: true });
addEventListener('pointercancel', end, { capture: true, passive: true });
