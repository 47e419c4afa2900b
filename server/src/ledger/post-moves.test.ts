// Posting reads the balances that it changes and no others, whatever the table was like when its plan was made.
import { wad, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connectToClone, runAsOwner } from '../../test/support/database.ts';
import { declareTestMoves } from '../../test/support/money.ts';
import { systemClock } from '../kit/clock.ts';
import { idMaker } from '../kit/new-id.ts';
import { openKeyedConnection } from '../kit/postgres.ts';
import { sendTogether } from '../kit/statement-group.ts';
import { openBalances, openHouse, postMoves, type MoveRow } from './store.ts';

const newId = idMaker(systemClock);
const { ownerUrl, connection, end } = await connectToClone(openKeyedConnection);
after(end);
await declareTestMoves({ ownerUrl });

const where = { coin: 'USDT', book: 'real' } as const;
const moveTo = (accountId: Uuid, { version, after: toAfter }: { version: number; after: Wad }): MoveRow => ({
  ...where, accountId, entryId: newId(), leg: 0, kind: 'test-money', objectId: newId(), from: 'demo-faucet', to: 'available',
  fromSlice: 0, toSlice: 0, amount: wad('1'), fromAfter: null, toAfter, cover: null, version,
}); // oxfmt-ignore
const post = (moves: readonly MoveRow[]) => sendTogether(connection, [postMoves(moves, systemClock.now())]);

async function rowsRead(): Promise<number> {
  const { rows } = await connection.query<{ read: number }>(
    `select idx_tup_fetch + seq_tup_read as read from pg_stat_xact_user_tables where relname = 'ledger_balances'`,
  );
  return rows[0]!.read;
}

test('with a plan that was made when there were no balances', async () => {
  await runAsOwner({ ownerUrl }, 'vacuum analyze ledger_balances');
  await assert.rejects(post([moveTo(newId(), { version: 0, after: wad('1') })]), /does not exist/);
  const accounts = Array.from({ length: 1_000 }, newId);
  await sendTogether(
    connection,
    [openHouse([{ ...where, bucket: 'demo-faucet', slice: 0 }])],
    [openBalances(accounts.map((accountId) => ({ ...where, accountId })))],
  );
  const chosen = accounts.filter((_, place) => place % 10 === 0);
  for (const version of [0, 1]) {
    await connection.query('begin');
    const before = await rowsRead();
    await post(chosen.map((accountId) => moveTo(accountId, { version, after: wad(version === 0 ? '1' : '2') })));
    const read = (await rowsRead()) - before;
    await connection.query('commit');
    assert.ok(read <= 2 * chosen.length, `${read} balances were read for ${chosen.length} moves`);
  }
  await assert.rejects(post([moveTo(chosen[0]!, { version: 1, after: wad('3') })]), /has changed since it was read/);
});
