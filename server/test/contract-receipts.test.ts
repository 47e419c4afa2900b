// Receipts of real contracts, field by field: whichever one differs, the receipt fails and the message names it; and what ticks and
// terms decide can't be signed otherwise.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publicKeyOf, signReceipt, verifyContractReceipt } from '@candor/proof';
import type { ContractReceipt, ContractReceipt2, UnsignedContractReceipt } from '@candor/wire';
import { changesOf } from '../../proof/test/change-fields.ts';
import { openContractsStage } from './support/contracts-stage.ts';
import type { ContractsStage } from './support/contracts-stage.ts';
import { isLongRun, longRun } from './support/long-run.ts';

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
  const keep = async (trade_id: string, name?: string): Promise<void> => {
    await stage.ended({ trade_id } as never);
    stage.tick('60000');
    const receipt = await stage.receipt(accountId, trade_id);
    receipts.set(name ?? receipt.cancel_reason ?? receipt.result, receipt);
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
  const patient = await stage.place({ accountId, price: '59000', orderType: 'limit' });
  stage.tick('60000', 30 * 86_400_000);
  stage.tick('58000', 1);
  await keep(patient.trade_id);
  // More than the house has: a part of it is still due when the receipt is signed.
  const rich = await open({ takeProfit: '20000000' });
  stage.tick('20000000');
  await keep(rich, 'due');
  assert.ok(receipts.get('due')!.late_payments);
}

const names = ({ checks }: ReturnType<typeof verifyContractReceipt>, section: string): boolean =>
  checks.some(({ ok, name, detail }) => !ok && ((name as string) === section || detail.includes(section)));

const endings = [
  'closed', 'take-profit', 'stop-loss', 'liquidated', 'price-moved', 'no-entry-tick', 'by-customer', 'expired', 'due',
]; // oxfmt-ignore
/** They have each section that there is. */
const haveAll = ['closed', 'by-customer', 'due'];

for (const ending of endings) {
  const others = haveAll.includes(ending) ? {} : longRun('the same sections of another ending');
  test(`changing any field of a receipt of ${ending} fails and names it`, others, () => {
    const receipt = receipts.get(ending)!;
    const whole = verifyContractReceipt(receipt, { trustedKey: stage.publicKey });
    assert.equal(whole.verdict, 'incomplete', JSON.stringify(whole.checks.filter(({ ok }) => !ok)));
    let count = 0;
    for (const change of changesOf(receipt)) {
      count++;
      // The gate takes some of each section.
      if (!isLongRun && count % 5 !== 0) continue;
      const verification = verifyContractReceipt(change.value);
      assert.equal(verification.verdict, 'refuted', change.name);
      assert.ok(names(verification, change.section), `${change.name}: ${JSON.stringify(verification.checks)}`);
    }
    assert.ok(count > 200, `only ${count} changes were tried`);
  });

  test(`changing a field and signing again fails where ticks and terms decide it: ${ending}`, others, () => {
    const { issuer: _, ...unsigned } = receipts.get(ending)!;
    const again = verifyContractReceipt(signReceipt(unsigned, secretKey), { trustedKey: publicKeyOf(secretKey) });
    assert.equal(again.verdict, 'incomplete', JSON.stringify(again.checks.filter(({ ok }) => !ok)));
    const decided = [
      'entry',
      'liquidation_price',
      'exit',
      'result',
      'cancel_reason',
      'margin',
      'pnl',
      'paid',
      'fee',
      'net',
      'formula',
    ];
    let count = 0;
    for (const change of changesOf(unsigned)) {
      if (!decided.includes(change.section)) continue;
      const verification = sign(change.value);
      if (verification === undefined) continue;
      count++;
      assert.equal(verification.verdict, 'refuted', change.name);
    }
    assert.ok(count > 50, `only ${count} changes were tried`);
  });
}

test('another amount of a partial close, and one that never was, are named', () => {
  const { issuer: _, ...unsigned } = receipts.get('closed') as ContractReceipt2;
  const place = unsigned.changes.findIndex(({ kind }) => kind === 'part');
  const part = unsigned.changes[place] as Extract<ContractReceipt2['changes'][number], { kind: 'part' }>;
  const other = sign({ ...unsigned, changes: unsigned.changes.with(place, { ...part, paid: '1000' }) })!;
  assert.match(detailOf(other, 'changes'), /partial close 1 of changes: paid is 1000, but it must be/);
  const none = sign({ ...unsigned, changes: unsigned.changes.toSpliced(place, 1) })!;
  assert.match(detailOf(none, 'changes'), /partial close 1 of changes is none/);
});

test('each figure of a part, its tick and its formula are recomputed, whoever signs', () => {
  const { issuer: _, ...unsigned } = receipts.get('closed') as ContractReceipt2;
  const place = unsigned.changes.findIndex(({ kind }) => kind === 'part');
  const part = unsigned.changes[place] as Extract<ContractReceipt2['changes'][number], { kind: 'part' }>;
  let count = 0;
  for (const change of changesOf(part)) {
    if (change.section === 'settled_at') continue;
    const verification = sign({ ...unsigned, changes: unsigned.changes.with(place, change.value as never) });
    if (verification === undefined) continue;
    count++;
    assert.equal(verification.verdict, 'refuted', change.name);
    assert.ok(names(verification, 'changes'), `${change.name}: ${JSON.stringify(verification.checks)}`);
  }
  assert.ok(count > 80, `only ${count} changes were tried`);
  const early = { ...part, settled_at: new Date(part.tick.published_ms - 1).toISOString() };
  const verification = sign({ ...unsigned, changes: unsigned.changes.with(place, early) })!;
  assert.match(detailOf(verification, 'changes'), /settled_at is .*, before its tick was published/);
});

test('what is said to be paid late is no more than what was to be paid, and in its order', () => {
  const { issuer: _, ...unsigned } = receipts.get('due')!;
  const [late] = unsigned.late_payments!;
  const more = sign({ ...unsigned, late_payments: [{ ...late!, amount: '100000000' }] })!;
  assert.match(detailOf(more, 'payout'), /late_payments are 100000000, more than was paid/);
  const paid = { amount: '1', paid_at: unsigned.settled_at };
  const order = sign({ ...unsigned, late_payments: [{ amount: '1', paid_at: null }, paid] })!;
  assert.match(detailOf(order, 'payout'), /not paid one after the other/);
  const { verdict } = sign({ ...unsigned, late_payments: [paid, { amount: '1', paid_at: null }] })!;
  assert.equal(verdict, 'incomplete');
});

test('an order that waited for its price can’t be said to have expired earlier, or not at all', () => {
  const { issuer: _, ...unsigned } = receipts.get('expired')!;
  const terms = { ...unsigned.terms, limit_expiry_ms: 31 * 86_400_000 };
  assert.match(detailOf(sign({ ...unsigned, terms })!, 'entry'), /entry/);
  const { limit_expiry_ms, ...endless } = unsigned.terms;
  assert.equal(limit_expiry_ms, 30 * 86_400_000);
  assert.equal(sign({ ...unsigned, terms: endless })!.verdict, 'refuted');
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
