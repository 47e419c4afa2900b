// The owner's money becomes what the house promises from, its bankroll or what is for one product alone, and goes out again.
import { formatAmount, type AssetCode, type Uuid, type Wad } from '@candor/wire';
import type { Book } from '../kit/feature.ts';
import { Refusal } from '../kit/refuse.ts';
import { fundedBuckets, type FundedBucket } from './buckets.ts';
import { houseAccountId, InsufficientHouseFunds, type Command } from './command.ts';
import type { Lanes } from './lanes.ts';

interface Funding {
  /** What orders it: the proposal that two operators approved, or a fund of a demo. The database looks there, and lets each pay once. */
  orderedBy: Uuid;
  coin: AssetCode;
  amount: Wad;
  /** The bankroll unless given. */
  bucket?: FundedBucket | undefined;
}

export const fundBankroll: Command<Funding, { funded: true }> = {
  name: 'fund-bankroll',
  refusals: [],
  coins: ({ coin }) => [coin],
  house: ['capital', ...fundedBuckets],
  decide: ({ coin, amount, orderedBy, bucket = 'bankroll' }) => ({
    objectId: orderedBy,
    moves: [{ kind: 'capital-paid-in', coin, from: 'capital', to: bucket, amount }],
    reply: { funded: true },
  }),
};

/** Never what is promised to somebody: that is in no bankroll. */
export const takeFromBankroll: Command<Funding, { taken: true }> = {
  name: 'take-from-bankroll',
  refusals: ['house-short'],
  coins: ({ coin }) => [coin],
  house: ['capital', ...fundedBuckets],
  decide: ({ coin, amount, orderedBy, bucket = 'bankroll' }, state) => {
    const held = state.house(bucket, coin);
    const otherwise = new Refusal('house-short', { available: formatAmount(held) });
    if (held < amount) return new InsufficientHouseFunds({ bucket, coin, amount, otherwise });
    return {
      objectId: orderedBy,
      moves: [{ kind: 'capital-paid-out', coin, from: bucket, to: 'capital', amount }],
      reply: { taken: true },
    };
  },
};

/** Pays in once per key: the same key again changes nothing. */
export async function fundHouse(
  lanes: Lanes,
  funding: Funding & { book: Book; key: Uuid; digest: Buffer; now: number },
): Promise<void> {
  const { book, key, digest, now, ...input } = funding;
  await lanes.submit({
    command: fundBankroll,
    accountId: houseAccountId,
    book,
    input,
    idempotency: { key, digest },
    receivedAt: now,
  });
}
