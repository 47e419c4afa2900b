// The owner's money becomes the house's bankroll: the one way in which the house gets something to promise with.
import type { AssetCode, Uuid, Wad } from '@candor/wire';
import type { Book } from '../kit/feature.ts';
import { houseAccountId, type Command } from './command.ts';
import type { Lanes } from './lanes.ts';

interface Funding {
  coin: AssetCode;
  amount: Wad;
}

const fundBankroll: Command<Funding, { funded: true }> = {
  name: 'fund-bankroll',
  coins: ({ coin }) => [coin],
  house: ['capital', 'bankroll'],
  decide: ({ coin, amount }, { newId }) => ({
    objectId: newId(),
    moves: [{ kind: 'capital-paid-in', coin, from: 'capital', to: 'bankroll', amount }],
    reply: { funded: true },
  }),
};

/** Pays in once per key: the same key again changes nothing. */
export async function fundHouse(
  lanes: Lanes,
  funding: Funding & { book: Book; key: Uuid; digest: Buffer; now: number },
): Promise<void> {
  const { coin, amount, book, key, digest, now } = funding;
  await lanes.submit({
    command: fundBankroll,
    accountId: houseAccountId,
    book,
    input: { coin, amount },
    idempotency: { key, digest },
    receivedAt: now,
  });
}
