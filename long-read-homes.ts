// Allow-lists: files that may read the journal across accounts, and files that may change statement timeouts; each with its reason. Other
// code reads many rows in spans (kit/in-spans.ts) or on a connection for long reads (kit/watched-reads.ts). See decision 103.

/** Files that read the journal without a condition on one account. */
const journalHomes: Record<string, string> = {
  'server/src/kit/product.ts': 'rules of the books, on a connection for long reads',
  'server/src/ledger/': 'the same, the audit in ranges, and the first move by its number',
  'server/src/deposits/invariants.ts': 'rules of the books',
  'server/src/lending/invariants.ts': 'rules of the books',
  'server/src/purchases/invariants.ts': 'rules of the books',
  'server/src/staking/invariants.ts': 'rules of the books',
  'server/src/swap/invariants.ts': 'rules of the books',
  'server/src/demo/demo.ts': 'rules of the books',
  'server/src/demo/store.ts': 'one entry, by the index of capital',
  'server/src/house-results/count-span.ts': 'in spans',
  'server/src/conduct/store.ts': 'in spans',
};

/** Files that set statement timeouts or open connections without timeouts. */
const limitHomes: Record<string, string> = {
  'server/src/kit/postgres.ts': 'the limits of requests, and the connections without them',
  'server/src/kit/silent-connections.ts': 'a probe of a few seconds',
  'server/src/kit/migrate.ts': 'a migration takes as long as it takes',
  'server/src/kit/postgres-channel.ts': 'a connection that only listens',
  'server/src/audit.ts': 'a command of its own',
  'server/src/web.ts': 'opens connections for products, which watch them',
};

/** As in architecture.test.ts. */
export const longReadBans = [
  {
    word: /\b(?:from|join)\s+ledger_moves\b(?!(?:\s+as)?(?:\s+\w)?\s+where\s+(?:\w+\.)?account_id = )/,
    instead: 'inSpans of kit/in-spans.ts, or a moveInvariant',
    within: ['server/src/'],
    homes: journalHomes,
  },
  {
    word: /\b(?:statement|query|transaction)_timeout\b|\bopenReadConnection\(/,
    instead:
      'statements that end within the limits of requests (kit/in-spans.ts), or openRead with kit/watched-reads.ts',
    within: ['server/src/'],
    homes: limitHomes,
  },
];
