/** What the owner pays into: the bankroll, or what one product alone promises from. The server's buckets say the same, or a test fails. */
export const fundedBuckets = ['bankroll', 'staking-rewards', 'lending', 'shop-funds'] as const;
export type FundedBucket = (typeof fundedBuckets)[number];
