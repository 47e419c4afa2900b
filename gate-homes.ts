// Who in the gate still does what a test of the gate should not: each list only gets shorter. What is new waits for events, with one
// generous cap that costs nothing; draws from testSeed; and counts instead of timing, or belongs to the long run.

/** A sleep in the browser that stands for an event. */
export const sleepHomes: readonly string[] = [
  'e2e/alerts-push.spec.ts',
  'e2e/back.spec.ts',
  'e2e/chart-lines.spec.ts',
  'e2e/chart.spec.ts',
  'e2e/contracts-touch.spec.ts',
  'e2e/contracts.spec.ts',
  'e2e/market-renders.spec.ts',
  'e2e/offline.spec.ts',
  'e2e/own-account.spec.ts',
  'e2e/page-weight.spec.ts',
  'e2e/quotation-renders.spec.ts',
  'e2e/running-order.spec.ts',
  'e2e/screenshots-states.ts',
  'e2e/screenshots.ts',
  'e2e/sessions.spec.ts',
  'e2e/shell.spec.ts',
  'e2e/support/pictures.ts',
  'e2e/touch.spec.ts',
  'e2e/wrong-inputs.spec.ts',
];

/** A pause of so many milliseconds: in work that takes its time, between steps of a history, in a test of the long run, or still for an event. */
export const pauseHomes: readonly string[] = [
  'embedded-postgres/src/descriptors.test.ts',
  'server/src/feed/idle-sockets.test.ts',
  'server/src/feed/shared-writes.test.ts',
  'server/src/http/close-server.test.ts',
  'server/src/http/connections.test.ts',
  'server/src/kit/until.test-support.ts',
  'server/src/ledger/follow-outbox.test.ts',
  'server/src/market/archive/swallowing-proxy.test-support.ts',
  'server/test/acts.test.ts',
  'server/test/contract-dues.test.ts',
  'server/test/limits.test.ts',
  'server/test/option-gaps.test.ts',
  'server/test/repeated-commands.test.ts',
  'server/test/support/engines.ts',
  'server/test/support/limits-stage.ts',
  'server/test/withdrawals-desk.test.ts',
  'web/test/back-closes.test.tsx',
  'web/test/swipe-down.test.tsx',
];

/** A wait that ends sooner than the cap of all waits. */
export const shortWaitHomes: readonly string[] = ['server/src/http/connections.test.ts'];

/** Numbers that are others in each run. */
export const randomHomes: readonly string[] = [];

/** The time that something takes. */
export const stopwatchHomes: readonly string[] = [
  'server/src/alerts/alert-book.test.ts',
  'server/src/http/admission.test.ts',
  'server/src/http/close-server.test.ts',
  'server/src/kit/postgres-channel.test.ts',
  'server/src/ledger/intake.test.ts',
  'server/src/ledger/isolation.test.ts',
  'server/src/purchases/read-statement.test.ts',
  'server/test/acts.test.ts',
  'server/test/ended-sessions.test.ts',
  'server/test/limits.test.ts',
  'web/src/ui/article.test.tsx',
];
