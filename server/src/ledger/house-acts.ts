// The owner's money in and out, as two operators decide it.
import { createHash } from 'node:crypto';
import { canonicalJson } from '@candor/proof';
import { coinOfCode, houseMoneyIn, houseMoneyOut, parseAmount, type AssetCode, type Wad } from '@candor/wire';
import { bindAct, type ApprovedAct, type BoundAct } from '../kit/act.ts';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { FundedBucket } from './buckets.ts';
import { houseAccountId } from './command.ts';
import { fitsPrecision } from './fits-precision.ts';
import { fundBankroll, takeFromBankroll } from './fund-house.ts';
import type { Lanes } from './lanes.ts';
import { readHouse } from './read-store.ts';

interface Body {
  coin: string;
  amount: string;
  bucket?: FundedBucket | undefined;
}

export function houseActs({ lanes, clock }: { lanes: Lanes; clock: Clock }): BoundAct[] {
  const move = async (
    command: typeof fundBankroll | typeof takeFromBankroll,
    { proposalId, body }: ApprovedAct<Body, unknown>,
  ): Promise<Record<string, never>> => {
    const digest = createHash('sha256')
      .update(`${command.name} ${canonicalJson(body)}`)
      .digest();
    await lanes.submit({
      command: command as typeof fundBankroll,
      accountId: houseAccountId,
      book: 'real',
      input: moneyOf(body),
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

/** What the house holds and what the owner has paid in so far, of real money. */
async function factsOf(body: Body, pool: Pool) {
  const { coin, bucket = 'bankroll' } = moneyOf(body);
  const house = await readHouse(pool, coin);
  return {
    coin,
    bankroll: house['bankroll'] ?? '0',
    paid_in: (house['capital'] ?? '0').replace(/^-/, ''),
    ...(bucket === 'bankroll' ? {} : { bucket, held: house[bucket] ?? '0' }),
  };
}

function moneyOf({ coin: code, amount: text, bucket }: Body): {
  coin: AssetCode;
  amount: Wad;
  bucket?: FundedBucket | undefined;
} {
  const coin = code === 'USDT' ? code : (coinOfCode(code)?.code ?? refuse('unknown-coin'));
  const amount = parseAmount(text);
  if (amount === undefined || amount <= 0n) return refuse('amount-malformed');
  return fitsPrecision(amount, coin) ? { coin, amount, bucket } : refuse('too-many-decimals', { coin });
}
