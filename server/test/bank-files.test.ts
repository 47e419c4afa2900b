// A bank's statement files that are late, empty, repeated, reordered, cut, in another form, or without a line that was there.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Purchase } from '@candor/wire';
import type { Refusal } from '../src/kit/refuse.ts';
import { openBankDouble } from './support/neighbours/bank-double.ts';
import { faults } from './support/neighbours/neighbour.ts';
import { openPurchaseStage, type PurchaseStage } from './support/purchase-stage.ts';

let stage: PurchaseStage;
before(async () => {
  stage = await openPurchaseStage({ USDT: '200000' });
});
after(() => stage.end());

test('whatever file a bank writes, each payment is one line that buys coins once', async () => {
  const bank = openBankDouble();
  const day = new Date(stage.clock.now()).toISOString().slice(0, 10);
  const amount = '1543';
  const uses = async (): Promise<string[]> => (await stage.lines(amount)).map(({ use }) => use);
  const orders: Purchase[] = [];
  const given = faults.flatMap((fault) => (fault === 'other-words' ? [fault, fault, fault] : [fault]));
  for (const fault of given) {
    const ann = { accountId: await stage.ledger.pay('1') };
    const order = await stage.order(ann, { money: amount });
    await stage.paid(ann, order.id);
    orders.push(order);
    bank.book({ day: day, amount, currency: 'USD', payer: 'Ann Lee', text: `coins ${order.reference}` });
    bank.turn(fault, 'file');
    await stage
      .importFile(bank.file())
      .catch((error: unknown) => assert.equal((error as Refusal).code, 'statement-unreadable'));
    const before = await uses();
    assert.ok(before.filter((use) => use === 'open').length <= orders.length, `${fault}: ${before.join()}`);
  }
  await stage.importFile(bank.file());
  assert.equal((await stage.importFile(bank.file())).added, 0, 'the same file again');
  // A line that was cut may stand beside the whole one; then it is asked about and buys nothing.
  assert.equal((await uses()).filter((use) => use === 'open').length, orders.length);
  for (const { id, reference } of orders) {
    const [line, ...others] = (await stage.look(id)).transfers.filter(({ text }) => text.includes(reference));
    assert.deepEqual(others, [], 'one line names the order');
    assert.equal((await stage.confirm(id, { received: amount, transfer_id: line!.transfer_id })).state, 'completed');
  }
  assert.ok(
    (await uses()).every((use) => use === 'confirmed' || use === 'maybe-double'),
    (await uses()).join(),
  );
  await stage.ledger.audit();
});
