// Keys of a page. They sleep while somebody types, and while a panel lies over the page.
import { useEffect, useLayoutEffect, useRef } from 'react';

export type Keys = Readonly<Record<string, (() => void) | undefined>>;

export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  // With the buttons that they stand for: who sees those may press.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
      // Enter on a link or a button is that one's.
      if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button')) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

const isElsewhere = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null);
