// The owner's money in and out, as two operators decide it.
import { createHash } from 'node:crypto';
import { canonicalJson } from '@candor/proof';
import { coinOfCode, houseMoneyIn, houseMoneyOut, parseAmount, type AssetCode, type Wad } from '@candor/wire';
import { bindAct, type ApprovedAct, type BoundAct } from '../kit/act.ts';
import type { Clock } from '../kit/clock.ts';
import type { Book } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { isOfRealMoneyAlone, type FundedBucket } from './buckets.ts';
import { houseAccountId } from './command.ts';
import { fitsPrecision } from './fits-precision.ts';
import { fundBankroll, takeFromBankroll } from './fund-house.ts';
import type { Lanes } from './lanes.ts';
import { readHouse } from './read-store.ts';

interface Body {
  coin: string;
  amount: string;
  bucket?: FundedBucket | undefined;
  book?: Book | undefined;
}

export function houseActs({ lanes, clock }: { lanes: Lanes; clock: Clock }): BoundAct[] {
  const move = async (
    command: typeof fundBankroll | typeof takeFromBankroll,
    { proposalId, body }: ApprovedAct<Body, unknown>,
  ): Promise<Record<string, never>> => {
    const digest = createHash('sha256')
      .update(`${command.name} ${canonicalJson(body)}`)
      .digest();
    const { book, ...money } = moneyOf(body);
    await lanes.submit({
      command: command as typeof fundBankroll,
      accountId: houseAccountId,
      book,
      input: { ...money, orderedBy: proposalId },
      // The same proposal again changes nothing.
      idempotency: { key: proposalId, digest },
      receivedAt: clock.now(),
    });
    return {};
  };
  return [
    bindAct(houseMoneyIn, { facts: factsOf, carryOut: (act) => move(fundBankroll, act) }),
    bindAct(houseMoneyOut, { facts: factsOf, carryOut: (act) => move(takeFromBankroll, act) }),
  ];
}

/** What the house holds and what the owner has paid in so far, in the book that it is about. */
async function factsOf(body: Body, pool: Pool) {
  const { coin, book, bucket = 'bankroll' } = moneyOf(body);
  const house = await readHouse(pool, coin, book);
  return {
    coin,
    book,
    bankroll: house['bankroll'] ?? '0',
    paid_in: (house['capital'] ?? '0').replace(/^-/, ''),
    ...(bucket === 'bankroll' ? {} : { bucket, held: house[bucket] ?? '0' }),
  };
}

function moneyOf({ coin: code, amount: text, bucket, book = 'real' }: Body): {
  coin: AssetCode;
  amount: Wad;
  bucket?: FundedBucket | undefined;
  book: Book;
} {
  const coin = code === 'USDT' ? code : (coinOfCode(code)?.code ?? refuse('unknown-coin'));
  const amount = parseAmount(text);
  if (amount === undefined || amount <= 0n) return refuse('amount-malformed');
  if (book === 'bonus' && bucket && isOfRealMoneyAlone(bucket)) refuse('bucket-real-only');
  return fitsPrecision(amount, coin) ? { coin, amount, bucket, book } : refuse('too-many-decimals', { coin });
}
