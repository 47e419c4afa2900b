// Receipts of real contracts, field by field: whichever one differs, the receipt fails and the message names it; and what ticks and
// terms decide can't be signed otherwise.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publicKeyOf, signReceipt, verifyContractReceipt } from '@candor/proof';
import type { ContractReceipt, UnsignedContractReceipt } from '@candor/wire';
import { changesOf } from '../../proof/test/change-fields.ts';
import { openContractsStage } from './support/contracts-stage.ts';
import type { ContractsStage } from './support/contracts-stage.ts';

const secretKey = '0b'.repeat(32);
let stage: ContractsStage;
const receipts = new Map<string, ContractReceipt>();
before(async () => {
  stage = await openContractsStage({ startMs: Date.UTC(2026, 2, 1, 12) });
  stage.tick('60000');
  await playAll();
});
after(() => stage.end());

/** One contract of each ending, short enough for every field of it to be walked. */
async function playAll(): Promise<void> {
  const accountId = await stage.ledger.pay('10000');
  const caller = { accountId };
  const keep = async (trade_id: string): Promise<void> => {
    await stage.ended({ trade_id } as never);
    stage.tick('60000');
    const receipt = await stage.receipt(accountId, trade_id);
    receipts.set(receipt.cancel_reason ?? receipt.result, receipt);
  };
  const open = async (wanted: object = {}): Promise<string> => {
    const order = await stage.place({ accountId, price: '60000', ...wanted });
    stage.tick('60000');
    await stage.opened(order);
    return order.trade_id;
  };

  const whole = await open({ takeProfit: '61000', stopLoss: '59000' });
  await stage.addMargin(caller, whole, '12.5');
  await stage.close(caller, whole, 33);
  stage.tick('60123.45');
  await stage.until(whole, ({ openSheets }) => openSheets === 67);
  await stage.close(caller, whole);
  stage.tick('59876.54');
  await keep(whole);
  const taken = await open({ side: 'short', takeProfit: '59500' });
  stage.tick('59499.99');
  await keep(taken);
  const stopped = await open({ side: 'short', stopLoss: '60500' });
  stage.tick('60600');
  await keep(stopped);
  const lost = await open();
  stage.tick('59000');
  await keep(lost);
  const moved = await stage.place({ accountId, price: '60000' });
  stage.tick('60400');
  await keep(moved.trade_id);
  const late = await stage.place({ accountId, price: '60000' });
  stage.tick('60000', 5_500);
  await keep(late.trade_id);
  const limit = await stage.place({ accountId, price: '59000', orderType: 'limit' });
  await stage.cancel(caller, limit.trade_id);
  await keep(limit.trade_id);
}

const names = ({ checks }: ReturnType<typeof verifyContractReceipt>, section: string): boolean =>
  checks.some(({ ok, name, detail }) => !ok && ((name as string) === section || detail.includes(section)));

const endings = ['closed', 'take-profit', 'stop-loss', 'liquidated', 'price-moved', 'no-entry-tick', 'by-customer'];

for (const ending of endings) {
  test(`changing any field of a receipt of ${ending} fails and names it`, () => {
    const receipt = receipts.get(ending)!;
    const whole = verifyContractReceipt(receipt, { trustedKey: stage.publicKey });
    assert.ok(whole.ok, JSON.stringify(whole.checks.filter(({ ok }) => !ok)));
    let count = 0;
    for (const change of changesOf(receipt)) {
      count++;
      const verification = verifyContractReceipt(change.value);
      assert.equal(verification.ok, false, change.name);
      assert.ok(names(verification, change.section), `${change.name}: ${JSON.stringify(verification.checks)}`);
    }
    assert.ok(count > 200, `only ${count} changes were tried`);
  });

  test(`changing a field and signing again fails where ticks and terms decide it: ${ending}`, () => {
    const { issuer: _, ...unsigned } = receipts.get(ending)!;
    assert.ok(verifyContractReceipt(signReceipt(unsigned, secretKey), { trustedKey: publicKeyOf(secretKey) }).ok);
    const decided = [
      'entry',
      'liquidation_price',
      'exit',
      'result',
      'cancel_reason',
      'margin',
      'pnl',
      'paid',
      'formula',
    ];
    let count = 0;
    for (const change of changesOf(unsigned)) {
      if (!decided.includes(change.section)) continue;
      const verification = sign(change.value);
      if (verification === undefined) continue;
      count++;
      assert.equal(verification.ok, false, change.name);
    }
    assert.ok(count > 50, `only ${count} changes were tried`);
  });
}

test('another amount of a partial close, and one that never was, are named', () => {
  const { issuer: _, ...unsigned } = receipts.get('closed')!;
  const place = unsigned.changes.findIndex(({ kind }) => kind === 'part');
  const part = unsigned.changes[place] as Extract<UnsignedContractReceipt['changes'][number], { kind: 'part' }>;
  const other = sign({ ...unsigned, changes: unsigned.changes.with(place, { ...part, paid: '1000' }) })!;
  assert.match(detailOf(other, 'changes'), /partial close 1 of changes: paid is 1000, but it must be/);
  const none = sign({ ...unsigned, changes: unsigned.changes.toSpliced(place, 1) })!;
  assert.match(detailOf(none, 'changes'), /partial close 1 of changes is none/);
});

test('a position that an earlier tick ended can’t be said to have gone on', () => {
  const { issuer: _, ...unsigned } = receipts.get('stop-loss')!;
  const [run] = unsigned.archive;
  const later = run!.ticks.at(-1)!;
  const exit = { sequence: later[0], price: later[1], published_ms: later[3] };
  const verification = sign({ ...unsigned, exit })!;
  assert.match(detailOf(verification, 'exit'), /exit\.sequence/);
});

const detailOf = ({ checks }: ReturnType<typeof verifyContractReceipt>, name: string): string =>
  checks.find((each) => each.name === name && !each.ok)?.detail ?? 'it did not fail';

/** Undefined for values that no canonical JSON exists of, which nobody can sign. */
function sign(value: unknown): ReturnType<typeof verifyContractReceipt> | undefined {
  try {
    return verifyContractReceipt(signReceipt(value as UnsignedContractReceipt, secretKey));
  } catch (error) {
    assert.ok(error instanceof TypeError && error.message.includes('whole number'), String(error));
    return undefined;
  }
}
