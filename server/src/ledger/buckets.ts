// Where money can be, and what each account of the house is for: a bucket that the schema has must be told here, once, and the lists
// of the audit, of funding and of gains follow from it.
import { customerBuckets, type CustomerBucket, type HouseBucket } from '@candor/wire';

/**
 * `funded` is what the owner pays in, to promise from; `promised` is what a product claims, to the cent, and empty without one; `earned` is
 * the house's own; a `source` is where money comes from, and may owe.
 */
type Purpose = 'funded' | 'promised' | 'earned' | 'source';

/** Whether what a customer has of it or gives to it was gained or lost, or came from elsewhere or was lent, and goes back there. */
type Counts = 'gain' | 'transfer';

const house = {
  bankroll: ['funded', 'gain'],
  'options-reserve': ['promised', 'gain'],
  'contracts-reserve': ['promised', 'gain'],
  'swaps-reserve': ['promised', 'gain'],
  // The customer's bank paid for it.
  'purchases-reserve': ['promised', 'transfer'],
  fees: ['earned', 'gain'],
  'staking-rewards': ['funded', 'gain'],
  'staking-reserve': ['promised', 'gain'],
  shop: ['promised', 'gain'],
  'shop-funds': ['funded', 'gain'],
  'loans-receivable': ['promised', 'transfer'],
  lending: ['funded', 'transfer'],
  'lending-reserve': ['promised', 'transfer'],
  bank: ['source', 'transfer'],
  'chain-custody': ['source', 'transfer'],
  suspense: ['source', 'transfer'],
  dust: ['earned', 'gain'],
  capital: ['source', 'transfer'],
  'demo-faucet': ['source', 'transfer'],
} as const satisfies Readonly<Record<HouseBucket, readonly [Purpose, Counts]>>;

export type { HouseBucket };
export type Bucket = CustomerBucket | HouseBucket;
type BucketFor<Wanted extends Purpose> = {
  [Name in HouseBucket]: (typeof house)[Name][0] extends Wanted ? Name : never;
}[HouseBucket];
/** What the owner pays into: the bankroll, or what one product alone promises from. */
export type FundedBucket = BucketFor<'funded'>;

export const houseBuckets = Object.keys(house) as HouseBucket[];
const isFor =
  <Wanted extends Purpose>(wanted: Wanted) =>
  (bucket: HouseBucket): bucket is BucketFor<Wanted> =>
    house[bucket][0] === wanted;

export const fundedBuckets = houseBuckets.filter(isFor('funded'));
/** Real money alone is borrowed, and wins prizes and rebates. */
const realAlone: ReadonlySet<FundedBucket> = new Set(['lending', 'shop-funds']);
export const isOfRealMoneyAlone = (bucket: FundedBucket): boolean => realAlone.has(bucket);
export const promisedBuckets = houseBuckets.filter(isFor('promised'));
/** Out of which account of the owner's money each promise is set aside. */
export const promisedFrom: Readonly<Record<BucketFor<'promised'>, FundedBucket>> = {
  'options-reserve': 'bankroll',
  'contracts-reserve': 'bankroll',
  'swaps-reserve': 'bankroll',
  'purchases-reserve': 'bankroll',
  'staking-reserve': 'staking-rewards',
  shop: 'shop-funds',
  'loans-receivable': 'lending',
  'lending-reserve': 'lending',
};
/** Where money comes from; all other accounts of the house hold nothing or more. */
export const mayOwe: ReadonlySet<Bucket> = new Set(houseBuckets.filter(isFor('source')));
export const transferBuckets = houseBuckets.filter((bucket) => house[bucket][1] === 'transfer');

/** All that a customer has of a coin, as an expression over a row of balances. */
export const heldInAll = customerBuckets.join(' + ');

/** Whether what risks a customer's money puts it there. */
const isRisked: Readonly<Record<CustomerBucket, boolean>> = {
  available: false,
  reserved: true,
  margin: true,
  staked: false,
};
export const riskedBuckets = customerBuckets.filter((bucket) => isRisked[bucket]);
