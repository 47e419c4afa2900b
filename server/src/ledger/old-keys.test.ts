// Keys that the lanes do not remember: what they cost the commands beside them.
import { wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runAsOwner } from '../../test/support/database.ts';
import { newKey, openTestLedger } from '../../test/support/money.ts';
import type { Command } from './command.ts';
import type { Lanes } from './lanes.ts';

const hold: Command<object, null> = {
  name: 'test-hold',
  coins: () => ['USDT'],
  house: [],
  refusals: [],
  decide: (_, { newId }) => ({
    objectId: newId(),
    moves: [{ kind: 'test-money', coin: 'USDT', from: 'available', to: 'reserved', amount: wad('1') }],
    reply: null,
  }),
};

test('keys from before a restart make one batch run twice, and not each that has one of them', async (context) => {
  const ledger = await openTestLedger();
  context.after(() => ledger.close());
  const accountId = await ledger.pay('1000');
  const submit = (lanes: Lanes, idempotency = newKey()) =>
    lanes.submit({ command: hold, accountId, book: 'real', input: {}, idempotency, receivedAt: ledger.clock.now() });
  const old = Array.from({ length: 10 }, () => newKey());
  await Promise.all(old.map((key) => submit(ledger.lanes, key)));
  // A sequence counts what was rolled back too.
  await runAsOwner(
    ledger,
    `create sequence test_tries;
     create function test_try() returns trigger language plpgsql security definer as
       $$ begin perform nextval('test_tries'); return null; end $$;
     create trigger test_trying before insert on ledger_moves for each statement execute function test_try();
     grant select on test_tries to candor_app`,
  );
  const lanes = await ledger.openAgain();
  for (const key of old) {
    const others = Array.from({ length: 5 }, () => submit(lanes));
    await Promise.all([submit(lanes, key), ...others]);
  }
  await lanes.close();
  const { rows } = await ledger.serverPool.query<{ tries: number }>('select last_value as tries from test_tries');
  assert.ok(rows[0]!.tries <= old.length + 1, `${rows[0]!.tries} tries for ${old.length} batches`);
  assert.equal(await ledger.available(accountId), String(1000 - 60));
});
