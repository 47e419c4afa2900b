import { formatAmount, wad, type Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newKey, openTestLedger } from '../../test/support/money.ts';
import { manualClock } from '../kit/clock.ts';
import { idMaker } from '../kit/new-id.ts';
import { firstPage, type AskedPage } from '../kit/paged-list.ts';
import { checkInvariants, ledgerInvariants } from './check-invariants.ts';
import type { Command } from './command.ts';
import { openLanes } from './lanes.ts';
import { readMoves } from './read-store.ts';

const hold: Command<{ amount: string }, null> = {
  name: 'test-hold',
  refusals: [],
  coins: () => ['USDT'],
  house: [],
  decide: ({ amount }, { newId }) => ({
    objectId: newId(),
    moves: [{ kind: 'swap-placed', coin: 'USDT', from: 'available', to: 'reserved', amount: wad(amount) }],
    reply: null,
  }),
};

test('a clock that was set back 10 s, and a restart: bills stay in order and the audit is clean', async (context) => {
  const clock = manualClock(Date.UTC(2026, 4, 4));
  const ledger = await openTestLedger({ clock });
  context.after(() => ledger.close());
  const accountId: Uuid = await ledger.pay('1000');
  clock.advance(1_000);
  const held: string[] = [];
  async function holdBy(lanes: typeof ledger.lanes): Promise<void> {
    for (let each = 0; each < 5; each++) {
      const input = { amount: String(held.length + 1) };
      await lanes.submit({ command: hold, accountId, book: 'real', input, idempotency: newKey(), receivedAt: clock.now() }); // oxfmt-ignore
      held.push(input.amount);
    }
  }
  await holdBy(ledger.lanes);
  clock.advance(-10_000);
  const restarted = await openLanes({
    databaseUrl: ledger.url,
    clock,
    bus: ledger.bus,
    newId: idMaker(clock),
    commands: { has: () => true } as never,
  });
  await holdBy(restarted);
  // The other one goes on with its own time, as a second process would.
  await holdBy(ledger.lanes);
  await restarted.close();
  const { rows: moves } = await readMoves(ledger.serverPool, { accountId, coin: 'USDT' }, firstPage(100));
  assert.deepEqual(moves.map(({ amount }) => formatAmount(amount)), [...held.toReversed(), '1000']); // oxfmt-ignore
  const ids = moves.map(({ entryId }) => entryId);
  assert.notDeepEqual(ids, ids.toSorted().toReversed(), 'the ids do not tell the order');
  const read = (page: Partial<AskedPage>) =>
    readMoves(ledger.serverPool, { accountId, coin: '' }, { ...firstPage(3), ...page });
  const pages = [1, 2, 3].map((number) => read({ current_page: number }));
  const paged = (await Promise.all(pages)).flatMap((page) => page.rows.map(({ entryId }) => entryId));
  assert.deepEqual(paged, ids.slice(0, 9));
  const second = await read({ after: String(moves[2]!.sequence) });
  assert.deepEqual(
    [second.rows.map(({ entryId }) => entryId), second.next],
    [ids.slice(3, 6), String(moves[5]!.sequence)],
  );
  const last = await read({ pagesize: 1, after: String(moves.at(-2)!.sequence) });
  assert.deepEqual([last.rows.map(({ entryId }) => entryId), last.next, last.total], [ids.slice(-1), undefined, ids.length]); // oxfmt-ignore
  const broken = (await checkInvariants(ledger.serverPool, ledgerInvariants)).filter((report) => report.broken > 0);
  assert.deepEqual(broken.filter(({ name }) => /running balance|sum/.test(name)), []); // oxfmt-ignore
});
