// The house of a test is funded as a demo's is: a fund stands in its table, which only the owner of the database writes, and is paid in.
import { wad, type AssetCode, type Uuid } from '@candor/wire';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../../src/kit/clock.ts';
import type { Book } from '../../src/kit/feature.ts';
import type { FundedBucket } from '../../src/ledger/buckets.ts';
import { fundHouse } from '../../src/ledger/fund-house.ts';
import type { Lanes } from '../../src/ledger/lanes.ts';
import { runAsOwner } from './database.ts';

interface Fund {
  coin?: AssetCode;
  amount: string;
  book?: Book;
  bucket?: FundedBucket;
}

export async function payIntoHouse(
  ledger: { ownerUrl: string; lanes: Lanes; clock: Clock },
  { coin = 'USDT', amount, book = 'real', bucket = 'bankroll' }: Fund,
): Promise<void> {
  const orderedBy = randomUUID() as Uuid;
  await runAsOwner(ledger, 'insert into demo_funds (fund_id, book, bucket, coin, amount) values ($1, $2, $3, $4, $5)', [orderedBy, book, bucket, coin, amount]); // oxfmt-ignore
  const idempotency = { key: randomUUID() as Uuid, digest: randomBytes(32) };
  await fundHouse(ledger.lanes, { orderedBy, coin, amount: wad(amount), book, bucket, ...idempotency, now: ledger.clock.now() }); // oxfmt-ignore
}
