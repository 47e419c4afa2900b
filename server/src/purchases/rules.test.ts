import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wad, type PurchaseState, type Uuid } from '@candor/wire';
import fc from 'fast-check';
import { blockedUntil, countUnpaid, holdsQuote, isLate, isUnpaid, lateUntil, secondReasonOf, settlementOf, stateAfter, type Step } from './rules.ts'; // oxfmt-ignore
import { runs } from '../../test/support/seed.ts';

const orderedAt = 1_800_000_000_000;
const expiresAt = orderedAt + 30 * 60_000;
const dayMs = 24 * 3_600_000;
const open = { state: 'waiting-payment' as PurchaseState, expiresAt, endedAt: null as number | null };

const kinds = ['paid', 'cancel', 'time', 'confirm', 'reject'] as const satisfies readonly Step['kind'][];
const steps = fc.array(fc.record({ kind: fc.constantFrom(...kinds), afterMs: fc.integer({ min: 0, max: 600_000 }) }), {
  minLength: 1,
  maxLength: 12,
});

test('the time to pay ends exactly once, whoever comes first', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: -900_000, max: 900_000 }), (race, startMs) => {
      let order = open;
      let now = expiresAt + startMs;
      let ended = 0;
      for (const { kind, afterMs } of race) {
        now += afterMs;
        const next = stateAfter(order, { kind }, now);
        if (next === undefined) continue;
        assert.notEqual(next, order.state, `${kind} changes it`);
        if (next === 'expired') assert.ok(now >= expiresAt && order.state === 'waiting-payment');
        if (next === 'paid' || next === 'cancelled') assert.ok(now < expiresAt);
        if (next === 'late-paid') assert.ok(now >= expiresAt);
        const isOver = next === 'completed' || next === 'cancelled' || next === 'rejected';
        if (isOver) ended++;
        order = { ...order, state: next, endedAt: isOver ? now : null };
      }
      assert.ok(ended <= 1);
      for (const kind of kinds) if (order.endedAt !== null) assert.equal(stateAfter(order, { kind }, now), undefined);
    }),
    { numRuns: runs(10_000) },
  );
});

test('the moment of expiry is late, and the one before is not', () => {
  assert.equal(stateAfter(open, { kind: 'paid' }, expiresAt - 1), 'paid');
  assert.equal(stateAfter(open, { kind: 'paid' }, expiresAt), 'late-paid');
  assert.equal(stateAfter(open, { kind: 'cancel' }, expiresAt), undefined);
  assert.equal(stateAfter(open, { kind: 'time' }, expiresAt - 1), undefined);
  assert.equal(stateAfter({ ...open, state: 'expired' }, { kind: 'paid' }, expiresAt + 5), 'late-paid');
  assert.equal(isLate({ ...open, state: 'paid' }, expiresAt + 1), false, 'said in time, it may arrive later');
  assert.equal(lateUntil({ ...open, lateUntil: null }), expiresAt + 7 * dayMs, 'as it was before there were versions');
  assert.equal(lateUntil({ ...open, lateUntil: expiresAt + 2 * dayMs }), expiresAt + 2 * dayMs);
});

test('a quote holds for money that was said in time and booked in time, and of older orders for what was said in time', () => {
  const said = { state: 'paid' as PurchaseState, expiresAt, bookBy: '2027-01-18' };
  const holds = (bookedOn: string | null, more: object = {}) => holdsQuote({ ...said, ...more }, { now: expiresAt + dayMs, bookedOn }); // oxfmt-ignore
  assert.deepEqual(['2027-01-17', '2027-01-18', '2027-01-19', null].map((day) => holds(day)), [true, true, false, false]); // oxfmt-ignore
  assert.equal(holds('2027-01-17', { state: 'late-paid' }), false);
  assert.equal(holds(null, { bookBy: null }), true, 'as it was agreed then');
});

test('one operator decides with a line that somebody else imported, which names no other order, up to the limit', () => {
  const [anna, ben] = ['anna', 'ben'] as [Uuid, Uuid];
  const line = { importedBy: ben, namesAnother: false, bookedOn: '2027-01-18' };
  const reason = (given: typeof line | undefined, isAboveLimit = false) => secondReasonOf(given, { decidedBy: anna, isAboveLimit }); // oxfmt-ignore
  assert.equal(reason(line), undefined);
  assert.equal(reason(undefined), 'no-line');
  assert.equal(reason({ ...line, importedBy: anna }), 'own-line');
  assert.equal(reason({ ...line, namesAnother: true }), 'names-another');
  assert.equal(reason(line, true), 'above-limit');
});

test('unpaid orders count once their last day is over, block buying at the second, and are forgotten with the block', () => {
  const order = { state: 'rejected', reason: 'not-received', bookBy: '2027-01-18' } as const;
  const at = (day: string, time = '00:00:00') => Date.parse(`${day}T${time}Z`);
  assert.equal(isUnpaid({ ...order, endedAt: at('2027-01-18', '23:59:59') }), false);
  assert.equal(isUnpaid({ ...order, endedAt: at('2027-01-19') }), true);
  assert.equal(isUnpaid({ ...order, reason: 'other-name', endedAt: at('2027-01-19') }), false);
  assert.equal(isUnpaid({ ...order, bookBy: null, endedAt: at('2027-01-19') }), false);
  const terms = { unpaidMax: 2, blockDays: 30 };
  const once = countUnpaid(undefined, terms, orderedAt);
  assert.equal(blockedUntil(once, terms, orderedAt), undefined);
  const twice = countUnpaid(once, terms, orderedAt + 29 * dayMs);
  assert.equal(blockedUntil(twice, terms, orderedAt + 58 * dayMs), orderedAt + 59 * dayMs);
  assert.equal(blockedUntil(twice, terms, orderedAt + 59 * dayMs), undefined);
  assert.equal(countUnpaid(once, terms, orderedAt + 30 * dayMs).unpaid, 1);
  assert.equal(countUnpaid(twice, terms, orderedAt + 58 * dayMs).unpaid, 3);
});

test('what is late is never worth more than what was agreed, nor than the money buys now', () => {
  const order = { money: wad('1000'), coins: wad('0.01'), coin: 'BTC' as const };
  const of = (received: string, now?: string) => settlementOf(order, wad(received), now === undefined ? undefined : wad(now)); // oxfmt-ignore
  assert.deepEqual(of('1000'), { credited: wad('0.01'), refund: wad('0') });
  assert.deepEqual(of('400'), { credited: wad('0.004'), refund: wad('0') });
  assert.deepEqual(of('1200.5'), { credited: wad('0.01'), refund: wad('200.5') });
  assert.deepEqual(of('1000', '0.008'), { credited: wad('0.008'), refund: wad('0') });
  assert.deepEqual(of('1000', '0.02'), { credited: wad('0.01'), refund: wad('0') });
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.bigInt({ min: 1n, max: 10n ** 17n }), (received, now) => {
      const { credited, refund } = settlementOf(order, received as never, now as never);
      assert.ok(credited <= order.coins && refund >= 0n && refund <= received);
      assert.ok(credited * order.money <= order.coins * received, 'no more than was paid for');
    }),
  );
});
