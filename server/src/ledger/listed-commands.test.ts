import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newKey, openTestLedger } from '../../test/support/money.ts';
import type { Command } from './command.ts';
import { fundBankroll } from './fund-house.ts';

test('a command that no product lists can not be submitted, whatever its name', async () => {
  const listed: Command<object, string> = {
    name: 'test-answer',
    refusals: [],
    coins: () => [],
    house: [],
    decide: (_input, { newId }) => ({ objectId: newId(), moves: [], reply: 'done' }),
  };
  const ledger = await openTestLedger({ lanes: { commands: new Set([fundBankroll, listed]) } });
  try {
    const accountId = ledger.newId();
    const asked = { accountId, book: 'real', input: {}, receivedAt: 0 } as const;
    const forged = { ...asked, command: { ...listed } };
    await assert.rejects(
      ledger.lanes.submit({ ...forged, idempotency: newKey() }),
      /no product has the command test-answer/,
    );
    await assert.rejects(ledger.lanes.submit(forged), /no product has the command test-answer/);
    assert.equal(await ledger.lanes.submit({ ...asked, command: listed, idempotency: newKey() }), 'done');
  } finally {
    await ledger.close();
  }
});
