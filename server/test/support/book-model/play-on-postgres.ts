// The model's sequence on the ledger itself: the same submissions, answered one after the other, must come to the same.
import assert from 'node:assert/strict';
import { formatAmount, houseMoneyIn, houseMoneyOut, zero, type ActKind, type Wad } from '@candor/wire';
import { contractExposures, everyExposure } from '../../../src/contracts/house-limit.ts';
import { createBus } from '../../../src/kit/bus.ts';
import { manualClock } from '../../../src/kit/clock.ts';
import { openKeyedConnection, openPool, type Pool } from '../../../src/kit/postgres.ts';
import { Refusal } from '../../../src/kit/refuse.ts';
import { sendTogether } from '../../../src/kit/statement-group.ts';
import { checkInvariants } from '../../../src/ledger/check-invariants.ts';
import type { Submission } from '../../../src/ledger/command.ts';
import { fundBankroll, takeFromBankroll } from '../../../src/ledger/fund-house.ts';
import { openLanes, type Lanes } from '../../../src/ledger/lanes.ts';
import { commands, moneyInvariants } from '../../../src/products.ts';
import { approvedProposal } from '../acts.ts';
import { cloneDatabase } from '../database.ts';
import { Ids, type Asked } from './memory-ledger.ts';
import type { MemoryMoney } from './memory-money.ts';
import { ofBothBooks } from './all-products.ts';
import { runModel, startMs, type Step } from './run-model.ts';

export async function playOnPostgres(steps: readonly Step[]): Promise<void> {
  const { ledger, log } = runModel(ofBothBooks, steps);
  const database = await cloneDatabase();
  const pool = openPool(database.url, 2);
  const consolePool = openPool(database.consoleUrl, 1);
  const clock = manualClock(startMs);
  const ids = new Ids();
  const connection = await openKeyedConnection(database.url);
  await sendTogether(connection, contractExposures.insert(everyExposure()));
  await connection.end();
  const lanes = await openLanes({ databaseUrl: database.url, clock, bus: createBus(), newId: ids.next, commands, laneCount: 1 }); // oxfmt-ignore
  try {
    for (const { label, asked, now, outcome } of log) {
      // A fault is tried again until it is set aside.
      if ('fault' in outcome) continue;
      clock.set(now);
      ids.begin(label);
      const wanted = 'refused' in outcome ? outcome.refused : 'carried out';
      const ordered = await withOrder(consolePool, asked);
      assert.equal(await answerOf(lanes, ordered, now), wanted, `${label} ${asked.command.name}`);
    }
    assert.deepEqual(await heldIn(pool), heldBy(ledger.money));
    assert.deepEqual((await checkInvariants(pool, moneyInvariants)).filter(({ broken }) => broken > 0), []);
  } finally {
    await lanes.close();
    await Promise.all([pool.end(), consolePool.end()]);
    await database.drop();
  }
} // oxfmt-ignore

/** The database moves the owner's money only for a proposal that two operators approved. */
async function withOrder(pool: Pool, asked: Asked): Promise<Asked> {
  const kind = actOf[asked.command.name];
  if (!kind) return asked;
  const input = asked.input as { coin: string; amount: Wad; bucket?: string };
  const { coin, amount, bucket = 'bankroll' } = input;
  const body = { coin, amount: formatAmount(amount), bucket, book: asked.book };
  const orderedBy = await approvedProposal(pool, {
    kind,
    body,
    facts: {},
    maker: ['anna', 'treasurer'],
    checker: ['ben', 'risk'],
  });
  return { ...asked, input: { ...input, orderedBy } } as unknown as Asked;
}
const actOf: Readonly<Record<string, ActKind>> = {
  [fundBankroll.name]: houseMoneyIn.kind,
  [takeFromBankroll.name]: houseMoneyOut.kind,
};

async function answerOf(lanes: Lanes, asked: Asked, receivedAt: number): Promise<string> {
  try {
    await lanes.submit({ ...asked, receivedAt } as unknown as Submission<unknown, unknown>);
    return 'carried out';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

/** Lines of what each account holds, and each slice of the house. */
async function heldIn(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' ', account_id, coin, book, trim_scale(available), trim_scale(reserved), trim_scale(margin), trim_scale(staked)) as line
     from ledger_balances where available + reserved + margin + staked > 0
     union all select concat_ws(' ', bucket, coin, book, slice, trim_scale(balance)) from ledger_house where balance <> 0`,
  );
  return rows.map(({ line }) => line).toSorted();
}

const heldBy = (money: MemoryMoney): string[] =>
  [
    ...money
      .allBalances()
      .filter(({ amounts }) => Object.values(amounts).some((amount) => amount > zero))
      .map(({ accountId, coin, book, amounts: { available, reserved, margin, staked } }) =>
        [accountId, coin, book, ...[available, reserved, margin, staked].map(formatAmount)].join(' '),
      ),
    ...money
      .allHouse()
      .filter(({ balance }) => balance !== zero)
      .map(({ bucket, coin, book, slice, balance }) => [bucket, coin, book, slice, formatAmount(balance)].join(' ')),
  ].toSorted();
