/** What failed is worked out and said by code that is loaded when something fails. */
export const noteFailure = (thrown: unknown): void =>
  void import('./report-failure.ts').then(({ report }) => report(thrown)).catch(() => undefined);

export function watchFailures(): void {
  // Without an error it is a notice of the browser, or of a script that is not ours.
  addEventListener('error', ({ error }: ErrorEvent) => error && noteFailure(error));
  addEventListener('unhandledrejection', ({ reason }) => noteFailure(reason));
}

/** A page that breaks and is caught is as much of a failure. */
export function noteCaught(error: unknown): void {
  console.error(error);
  noteFailure(error);
}
