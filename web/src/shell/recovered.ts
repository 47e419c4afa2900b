/**
 * What React mended by itself is still an error to be seen, but for one: a slide that the browser drops because the phone was turned
 * or put away (an InvalidStateError by css-view-transitions-1). The new page stands then without having slid.
 */
export function noteRecovered(error: unknown): void {
  if (error instanceof DOMException && error.name === 'InvalidStateError') return;
  reportError(error);
}
