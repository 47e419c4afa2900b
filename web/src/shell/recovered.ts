/** What the browser calls a slide that it drops (css-view-transitions-1): the phone was turned, put away, or too slow to draw it. */
const dropped: readonly string[] = ['InvalidStateError', 'TimeoutError'];

/** What React mended by itself is still an error to be seen, but for a dropped slide: the new page stands then without having slid. */
export function noteRecovered(error: unknown): void {
  if (error instanceof DOMException && dropped.includes(error.name)) return;
  reportError(error);
}
