/** Accounts of the house: where its money is, and where it comes from. What each is for stands in the server's table. */
export const houseBuckets = [
  'bankroll',
  'options-reserve',
  'contracts-reserve',
  'swaps-reserve',
  'purchases-reserve',
  'fees',
  'staking-rewards',
  'staking-reserve',
  'shop',
  'shop-funds',
  'loans-receivable',
  'lending',
  'lending-reserve',
  'bank',
  'chain-custody',
  'suspense',
  'dust',
  'capital',
  'demo-faucet',
] as const;
export type HouseBucket = (typeof houseBuckets)[number];

/** What the owner pays into: the bankroll, or what one product alone promises from. The server's buckets say the same, or a test fails. */
export const fundedBuckets = ['bankroll', 'staking-rewards', 'lending', 'shop-funds'] as const;
export type FundedBucket = (typeof fundedBuckets)[number];

/** What products promised, and out of which of those it is set aside. The server's buckets say the same, or a test fails. */
export const promisedOutOf = {
  'options-reserve': 'bankroll',
  'contracts-reserve': 'bankroll',
  'swaps-reserve': 'bankroll',
  'purchases-reserve': 'bankroll',
  'staking-reserve': 'staking-rewards',
  shop: 'shop-funds',
  'loans-receivable': 'lending',
  'lending-reserve': 'lending',
} as const satisfies Partial<Record<HouseBucket, FundedBucket>>;
type PromisedBucket = keyof typeof promisedOutOf;
/** Of these the bankroll alone. */
export type BankrollPromise = {
  [Name in PromisedBucket]: (typeof promisedOutOf)[Name] extends 'bankroll' ? Name : never;
}[PromisedBucket];

/** Movements of the house's own, which are in nobody's bills. */
export const houseMovementKinds = [
  'capital-paid-in',
  'capital-paid-out',
  'house-gathered',
  'shop-reserved',
  'shop-released',
] as const;
export type HouseMovementKind = (typeof houseMovementKinds)[number];
