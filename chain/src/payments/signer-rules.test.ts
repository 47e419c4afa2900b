// The signer's rules over payments of any network: in any sequence of questions each payment is made once, and the limits of a day hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BaseUnits } from '../networks/amounts.ts';
import type { NetworkName } from '../networks/networks.ts';
import type { ReadPayment } from './payment-form.ts';
import type { Payment } from './payment.ts';
import { whyNotSign, type Asked, type NetworkPolicy, type Signed } from './signer-rules.ts';
import { runs } from '../../../server/test/support/seed.ts';

const limits: NetworkPolicy = {
  chain: {},
  feeMax: 100n,
  coins: { USDT: { twoPersonsAbove: 50n, dayMax: 100n }, TRX: { twoPersonsAbove: 50n, dayMax: 100n } },
};
const dayMs = 86_400_000;
const olga = [{ person: 'olga' }];
const both = [{ person: 'olga' }, { person: 'ivan' }];

const payment = (id: string, more: Partial<Payment> = {}): Payment => ({
  id,
  network: 'tron',
  asset: 'USDT',
  to: 'T1',
  units: 10n as BaseUnits,
  ...more,
});
const reads = ({ asset, to, units }: Payment, places: string[], feeMax = 1n): ReadPayment => ({
  asset,
  to,
  units,
  feeMax,
  places,
});
const question = (paid: Payment, places: string[], more: Partial<Asked> = {}): Asked => ({
  payment: paid,
  unsigned: places.join(),
  read: reads(paid, places),
  isReplacement: false,
  approvals: olga,
  ...more,
});
const signedAs = ({ payment: paid, unsigned, read }: Asked, at = 0): Signed => ({ ...paid, unsigned, places: read!.places, at }); // oxfmt-ignore
const judge = (asked: Asked, before: Signed[] = [], { now = 0 } = {}) => whyNotSign(asked, { limits, before, now });

test('a payment is signed again only for a place that all its earlier bytes have', () => {
  const paid = payment('one');
  const first = signedAs(question(paid, ['a']));
  assert.equal(judge(question(paid, ['a']), [first]), 'again');
  assert.equal(judge(question(paid, ['b'], { isReplacement: true }), [first]), 'signed-otherwise');
  assert.equal(judge(question(paid, ['a', 'b']), [first]), 'fee-not-higher');
  assert.equal(judge(question(paid, ['a', 'b'], { isReplacement: true }), [first]), undefined);
  const second = signedAs(question(paid, ['a', 'b']));
  // The third would replace the second, and could be made besides the first.
  assert.equal(judge(question(paid, ['b'], { isReplacement: true }), [first, second]), 'signed-otherwise');
});

test('no payment takes a place of another one of its network, also when it replaces itself', () => {
  const [paid, other] = [payment('one'), payment('two')];
  const before = [signedAs(question(paid, ['a'])), signedAs(question(other, ['b']))];
  assert.equal(judge(question(payment('three'), ['c', 'a']), before), 'nonce-taken');
  assert.equal(judge(question(paid, ['a', 'b'], { isReplacement: true }), before), 'nonce-taken');
  const elsewhere = { ...payment('three', { network: 'ethereum' }) };
  assert.equal(judge(question(elsewhere, ['a']), before), undefined);
});

test('what was signed for a network is signed for no other, whatever the places are', () => {
  const paid = payment('one');
  const before = [signedAs(question(paid, ['a']))];
  const moved = payment('one', { network: 'ethereum' });
  assert.equal(judge(question(moved, ['a'], { isReplacement: true }), before), 'signed-otherwise');
});

test('bytes that pay otherwise, have no place, cost too much or are of no known network are refused', () => {
  const paid = payment('one');
  assert.equal(judge(question(paid, [])), 'not-a-transfer');
  assert.equal(judge(question(paid, ['a'], { read: undefined })), 'not-a-transfer');
  assert.equal(judge(question(paid, ['a'], { read: reads(paid, ['a'], 101n) })), 'fee-too-high');
  for (const bent of [{ to: 'T1-7' }, { units: 11n }, { asset: 'TRX' as const }])
    assert.equal(judge(question(paid, ['a'], { read: { ...reads(paid, ['a']), ...bent } })), 'not-as-approved');
  const unknown = { limits: undefined, before: [], now: 0 };
  assert.equal(whyNotSign(question(paid, ['a']), unknown), 'not-a-transfer');
});

test('the limit of a day is one for each coin of each network', () => {
  const large = (id: string, more: Partial<Payment> = {}) =>
    question(payment(id, { units: 90n as BaseUnits, ...more }), [id], { approvals: both });
  const before = [signedAs(large('one'))];
  assert.equal(judge(large('two'), before), 'day-limit');
  assert.equal(judge(large('two', { network: 'ethereum' }), before), undefined);
  assert.equal(judge(large('two', { asset: 'TRX' }), before), undefined);
  assert.equal(judge(large('two'), before, { now: dayMs }), undefined);
});

test('in any sequence of questions each payment is made once at most, and no day exceeds its limit', () => {
  const asked = fc.record({
    id: fc.constantFrom('one', 'two', 'three', 'four'),
    network: fc.constantFrom<NetworkName>('tron', 'ethereum'),
    places: fc.subarray(['a', 'b', 'c'], { minLength: 0 }),
    units: fc.bigInt(1n, 60n),
    isReplacement: fc.boolean(),
    waitMs: fc.integer({ min: 0, max: dayMs }),
    version: fc.integer({ min: 0, max: 2 }),
  });
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 40 }), (questions) => {
      const signed: Signed[] = [];
      let now = 0;
      for (const { id, network, places, units, isReplacement, waitMs, version } of questions) {
        now += waitMs;
        const paid = payment(id, { network, units: units as BaseUnits });
        const unsigned = `${network} ${places.join()} ${units} ${version}`;
        const next = question(paid, places, { unsigned, isReplacement, approvals: both });
        if (judge(next, signed, { now }) === undefined) signed.push(signedAs(next, now));
      }
      assertPaidOnce(signed);
      assertBelowLimits(signed);
    }),
    { numRuns: runs(300) },
  );
});

/** Any two transactions of one payment exclude each other, and none excludes another payment's. */
function assertPaidOnce(signed: readonly Signed[]): void {
  for (const [at, one] of signed.entries()) {
    for (const other of signed.slice(at + 1)) {
      const exclude = one.network === other.network && one.places.some((place) => other.places.includes(place));
      if (one.id === other.id) assert.ok(exclude, 'both could be made');
      else assert.ok(!exclude, 'one of two payments can never be made');
    }
  }
}

function assertBelowLimits(signed: readonly Signed[]): void {
  const firsts = signed.filter(({ id }, at) => signed.findIndex((each) => each.id === id) === at);
  for (const { at, network, asset } of firsts) {
    const day = firsts.filter((each) => each.network === network && each.asset === asset && each.at >= at && each.at < at + dayMs); // oxfmt-ignore
    const sum = day.reduce((total, { units }) => total + units, 0n);
    assert.ok(sum <= limits.coins[asset]!.dayMax, String(sum));
  }
}
