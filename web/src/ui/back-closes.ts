// Back closes what lies over the page before it leaves the page: each open panel has an entry of the history of its own.
// The router never learns of these entries: it stays where it is while they come and go.
import { useEffect, useLayoutEffect, useRef } from 'react';

interface Panel {
  close: () => void;
}

/** Of the router's own state, with ours. */
interface Entry {
  idx?: number;
  /** How many panels are open on it. */
  panels?: number;
}

/** The one on top last. */
const panels: Panel[] = [];
/** Entries of ours, on which page of the history; a page that the router did not open has no number. */
let marked: { count: number; page: number | undefined } = { count: 0, page: undefined };
/** Goes without the person, one at a time. */
let going: Going | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

interface Going {
  /** The entry it goes to. */
  to: typeof marked;
  onArrival?: () => void;
  /** Address of a page that was opened meanwhile: the browser still goes back, from that page or from ours. */
  openedMeanwhile?: string;
}

/** A panel that closes and a page that changes at once come in either order. */
const settleMs = 50;

/** `close` may decline: then the panel stays, and back asks again. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  const isEnded = useRef(false);
  // Before it is drawn: a page that is kept takes up its effects again when one comes back, and finds its panel still open.
  useLayoutEffect(() => {
    const isBack = isEnded.current;
    isEnded.current = false;
    if (!isOpen) return;
    const panel = { close: () => latest.current() };
    panels.push(panel);
    settleSoon();
    if (isBack) panel.close();
    return () => {
      isEnded.current = true;
      panels.splice(panels.indexOf(panel), 1);
      settleSoon();
    };
  }, [isOpen]);
}

const entry = (): Entry => (history.state ?? {}) as Entry;

function settleSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(settle, settleMs);
}

/** As many entries as there are panels. */
function settle(): void {
  if (going) return;
  const { panels: count = 0, idx: page } = entry();
  // An entry without a state is a page that was opened by its address, after ours and not in their place.
  const isReplaced = count === 0 && marked.count > 0 && marked.page === page && history.state !== null;
  if (isReplaced) return replaceBelow(marked.count);
  // A page that was opened by its address has no state, and to return to it must not look like opening it anew.
  if (count < panels.length && history.state === null) history.replaceState({}, '');
  for (let next = count + 1; next <= panels.length; next++) history.pushState({ ...entry(), panels: next }, '');
  marked = { count: panels.length, page };
  if (count > panels.length) go(panels.length - count, { to: marked });
}

/** A page that took the place of the one under the panel takes it there too. */
function replaceBelow(count: number): void {
  const [state, address] = [entry(), location.href];
  marked = { count: 0, page: marked.page };
  go(-count, { to: marked, onArrival: () => history.replaceState(state, '', address) });
}

function go(steps: number, next: Going): void {
  going = next;
  history.go(steps);
}

function onPop(event: PopStateEvent): void {
  const { panels: count = 0, idx: page } = (event.state ?? {}) as Entry;
  const arrived = going;
  going = undefined;
  // The pages under panels have a state, so this one was opened by its address.
  if (arrived && event.state === null) {
    going = { ...arrived, openedMeanwhile: location.href };
  } else if (arrived?.openedMeanwhile && page === marked.page) {
    event.stopImmediatePropagation();
    location.href = arrived.openedMeanwhile;
  } else if (arrived?.to.count === count && arrived.to.page === page) {
    event.stopImmediatePropagation();
    arrived.onArrival?.();
  } else if (marked.count > count && page === marked.page && event.state !== null) {
    event.stopImmediatePropagation();
    marked = { count, page };
    for (const panel of panels.slice(count).toReversed()) panel.close();
  }
  settleSoon();
}

// Before the router's.
addEventListener('popstate', onPop, { capture: true });
// After a reload nothing lies over the page.
settleSoon();
