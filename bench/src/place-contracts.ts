// Places contracts through the lanes of this process, with the product's own command and decision: beside options, in the same mix.
import { coinOfCode, coinCodes, wad, type Uuid, type Wad } from '@candor/wire';
import { placeContract, type PlaceContract, type PlacedContract } from '../../server/src/contracts/place-order.ts';
import type { ContractsConfig } from '../../server/src/contracts/order.ts';
import { marginOf } from '../../server/src/contracts/rules.ts';
import type { Clock } from '../../server/src/kit/clock.ts';
import type { Submission } from '../../server/src/ledger/command.ts';
import type { Lanes } from '../../server/src/ledger/lanes.ts';
import type { PlaceOutcome } from './closed-loop.ts';
import { drawFrom } from './order-mix.ts';
import { createMixPlacer } from './place-in-process.ts';
import { freshKey } from './seed-accounts.ts';

const lever = 50;
/** What every coin is ordered at: with its sheet it makes margins of some USDT, or of more than any account has. */
const terms = coinCodes.map((coin) => {
  const sheetSize = wad(coinOfCode(coin)!.sheetSize);
  return { coin, sheetSize, tradePrice: ((wad('10') * wad('1')) / sheetSize) as Wad };
});
const unaffordableSheets = 300_000;

export interface ContractParts {
  lanes: Lanes;
  clock: Clock;
  accountIds: readonly Uuid[];
  config: ContractsConfig;
}

/** Places contracts of the mix. */
export const createContractPlacer = (parts: ContractParts): (() => Promise<PlaceOutcome>) =>
  createMixPlacer(parts.lanes, (isAffordable) =>
    newPlacing(parts, isAffordable ? 50 + Math.floor(Math.random() * 50) : unaffordableSheets),
  );

function newPlacing(
  { clock, config, accountIds }: ContractParts,
  sheets: number,
): Submission<PlaceContract, PlacedContract> {
  const accountId = drawFrom(accountIds);
  const { coin, sheetSize, tradePrice } = drawFrom(terms);
  const receivedAt = clock.now();
  return {
    command: placeContract,
    accountId,
    book: 'real',
    input: {
      accountId,
      isVerified: true,
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
