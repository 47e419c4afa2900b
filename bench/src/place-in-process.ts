// Places orders through the lanes of this process, with the product's own command and decision.
import { coinCodes, type CoinCode, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import type { Clock } from '../../server/src/kit/clock.ts';
import { Refusal } from '../../server/src/kit/refuse.ts';
import type { Submission } from '../../server/src/ledger/command.ts';
import type { Lanes } from '../../server/src/ledger/lanes.ts';
import type { OptionsConfig } from '../../server/src/options/order.ts';
import { placeOptionsOrder, type PlacedOrder, type PlaceOptionsOrder } from '../../server/src/options/place-order.ts';
import type { PlaceOutcome } from './closed-loop.ts';
import { drawFrom, drawKind, drawStake, unaffordableStake } from './order-mix.ts';
import { freshKey } from './seed-accounts.ts';

type Placing = Submission<PlaceOptionsOrder, PlacedOrder>;
const remembered = 512;

export interface PlaceParts {
  lanes: Lanes;
  clock: Clock;
  accountIds: readonly Uuid[];
  config: OptionsConfig;
}

/** Places options of the mix. */
export const createPlacer = (parts: PlaceParts): (() => Promise<PlaceOutcome>) =>
  createMixPlacer(parts.lanes, (isAffordable) =>
    newPlacing(parts, {
      accountId: drawFrom(parts.accountIds),
      coin: drawFrom(coinCodes),
      stake: isAffordable ? drawStake() : unaffordableStake,
    }),
  );

/** Each call places one order of the mix and checks that the answer is the right one. */
export function createMixPlacer<Input, Reply extends { orderId: Uuid }>(
  lanes: Lanes,
  create: (isAffordable: boolean) => Submission<Input, Reply>,
): () => Promise<PlaceOutcome> {
  const placed: { submission: Submission<Input, Reply>; orderId: Uuid }[] = [];
  let count = 0;
  return async () => {
    const kind = drawKind();
    if (kind === 'replay' && placed.length > 0) {
      const earlier = drawFrom(placed);
      const again = await lanes.submit(earlier.submission);
      assert.equal(again.orderId, earlier.orderId, 'a repetition must answer what the first did');
      return 'replayed';
    }
    if (kind === 'unaffordable') return expectRefusal(lanes, create(false));
    const submission = create(true);
    const { orderId } = await lanes.submit(submission);
    placed[count++ % remembered] = { submission, orderId };
    return 'accepted';
  };
}

export function newPlacing(
  { clock, config }: { clock: Clock; config: OptionsConfig },
  {
    accountId,
    coin,
    stake,
    acceptedSequence = 0,
  }: { accountId: Uuid; coin: CoinCode; stake: Wad; acceptedSequence?: number },
): Placing {
  const receivedAt = clock.now();
  const side = Math.random() < 0.5 ? 'up' : 'down';
  return {
    command: placeOptionsOrder,
    accountId,
    book: 'real',
    input: { accountId, book: 'real', coin, side, stake, config, receivedAt, acceptedSequence, marketState: 'live' },
    idempotency: freshKey(),
    receivedAt,
  };
}

/** Of an order that no balance pays for. */
async function expectRefusal<Input, Reply>(lanes: Lanes, submission: Submission<Input, Reply>): Promise<PlaceOutcome> {
  const answer = await lanes.submit(submission).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
  );
  assert.equal(answer, 'insufficient-balance');
  return 'refused';
}
