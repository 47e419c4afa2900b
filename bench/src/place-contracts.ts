// Places contracts through the lanes of this process, with the product's own command and decision: beside options, in the same mix.
import { coinOfCode, coinCodes, wad, type CoinCode, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { placeContract, type PlaceContract, type PlacedContract } from '../../server/src/contracts/place-order.ts';
import type { ContractsConfig } from '../../server/src/contracts/order.ts';
import { marginOf } from '../../server/src/contracts/rules.ts';
import type { Clock } from '../../server/src/kit/clock.ts';
import type { Submission } from '../../server/src/ledger/command.ts';
import type { Lanes } from '../../server/src/ledger/lanes.ts';
import type { PlaceOutcome } from './closed-loop.ts';
import { drawFrom, drawKind } from './order-mix.ts';
import { expectRefusal } from './place-in-process.ts';
import { freshKey } from './seed-accounts.ts';

type Placing = Submission<PlaceContract, PlacedContract>;
const remembered = 512;
const lever = 50;
/** The price of every coin: with its sheet it makes margins of some USDT, or of more than any account has. */
const priceOf = (coin: CoinCode): Wad => ((wad('10') * wad('1')) / wad(coinOfCode(coin)!.sheetSize)) as Wad;
const unaffordableSheets = 300_000;

export interface ContractParts {
  lanes: Lanes;
  clock: Clock;
  accountIds: readonly Uuid[];
  config: ContractsConfig;
}

/** Each call places one order of the mix and checks that the answer is the right one. */
export function createContractPlacer(parts: ContractParts): () => Promise<PlaceOutcome> {
  const { lanes } = parts;
  const placed: { submission: Placing; orderId: Uuid }[] = [];
  let count = 0;
  return async () => {
    const kind = drawKind();
    if (kind === 'replay' && placed.length > 0) {
      const earlier = drawFrom(placed);
      const again = await lanes.submit(earlier.submission);
      assert.equal(again.orderId, earlier.orderId, 'a repetition must answer what the first did');
      return 'replayed';
    }
    if (kind === 'unaffordable') return expectRefusal(lanes, newPlacing(parts, unaffordableSheets));
    const submission = newPlacing(parts, 50 + Math.floor(Math.random() * 50));
    const { orderId } = await lanes.submit(submission);
    placed[count++ % remembered] = { submission, orderId };
    return 'accepted';
  };
}

function newPlacing({ clock, config, accountIds }: ContractParts, sheets: number): Placing {
  const [coin, accountId] = [drawFrom(coinCodes), drawFrom(accountIds)];
  const [sheetSize, tradePrice] = [wad(coinOfCode(coin)!.sheetSize), priceOf(coin)];
  const receivedAt = clock.now();
  return {
    command: placeContract,
    accountId,
    book: 'real',
    input: {
      accountId,
      book: 'real',
      coin,
      side: Math.random() < 0.5 ? 'long' : 'short',
      orderType: 'market',
      lever,
      sheets,
      sheetSize,
      tradePrice,
      claimedMargin: marginOf({ sheets, sheetSize, price: tradePrice, lever }),
      takeProfit: null,
      stopLoss: null,
      config,
      asked: { receivedAt, acceptedSequence: 0 },
      newestPrice: tradePrice,
      marketState: 'live',
    },
    idempotency: freshKey(),
    receivedAt,
  };
}
