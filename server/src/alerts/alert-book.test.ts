// The book against a scan of everything: whatever is set, deleted and set again, both fire the same alerts at the same ticks.
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import fc from 'fast-check';
import { wad } from '@candor/wire';
import type { AlertKind, CoinCode, Uuid, Wad } from '@candor/wire';
import type { Alert } from './alert.ts';
import { AlertBook, waitingAlert } from './alert-book.ts';
import { isReached } from './rules.ts';
import { longRun } from '../../test/support/long-run.ts';
import { runs } from '../../test/support/seed.ts';

const alertOf = (wanted: Partial<Alert> & Pick<Alert, 'kind' | 'target'>): Alert => ({
  accountId: 'a' as Uuid,
  alertId: 'x' as Uuid,
  coin: 'BTC',
  createdAt: 0,
  arming: 1,
  armedSequence: 0,
  fired: null,
  ...wanted,
});

const step = fc.oneof(
  fc.record({
    what: fc.constant('set' as const),
    slot: fc.nat(30),
    coin: fc.constantFrom<CoinCode>('BTC', 'ETH'),
    kind: fc.constantFrom<AlertKind>('above', 'below', 'change'),
    level: fc.integer({ min: 1, max: 60 }),
    /** Set this many ticks ago, as by another process. */
    late: fc.nat(2),
  }),
  fc.record({ what: fc.constant('delete' as const), slot: fc.nat(30) }),
  fc.record({
    what: fc.constant('tick' as const),
    coin: fc.constantFrom<CoinCode>('BTC', 'ETH'),
    price: fc.integer({ min: 1, max: 60 }),
    dayOpen: fc.option(fc.integer({ min: 20, max: 40 })),
  }),
);
const units = (count: number): Wad => wad(String(count));
const targetOf = (kind: AlertKind, level: number): Wad => (kind === 'change' ? ((units(level) / 100n) as Wad) : units(level)); // oxfmt-ignore

test('it fires what a scan over all alerts fires, tick by tick', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      let dayOpen: Wad | undefined;
      const books = new Map((['BTC', 'ETH'] as const).map((coin) => [coin as CoinCode, new AlertBook(() => dayOpen)]));
      const waiting = new Map<Uuid, Alert>();
      const sequences = new Map<CoinCode, number>();
      let arming = 0;
      for (const one of steps) {
        if (one.what === 'set') {
          const { coin, kind, level, late } = one;
          const armedSequence = (sequences.get(coin) ?? 0) + 1 - late;
          const alertId = `alert-${one.slot}` as Uuid;
          const alert = alertOf({
            alertId,
            coin,
            kind,
            target: targetOf(kind, level),
            arming: ++arming,
            armedSequence,
          });
          for (const book of books.values()) book.remove(alertId);
          books.get(coin)!.add(waitingAlert(alert));
          waiting.set(alertId, alert);
        } else if (one.what === 'delete') {
          for (const book of books.values()) book.remove(`alert-${one.slot}` as Uuid);
          waiting.delete(`alert-${one.slot}` as Uuid);
        } else {
          const sequence = (sequences.get(one.coin) ?? 0) + 1;
          sequences.set(one.coin, sequence);
          dayOpen = one.dayOpen === null ? undefined : units(one.dayOpen);
          const look = { price: units(one.price), dayOpen };
          const scanned = [...waiting.values()].filter((alert) => alert.coin === one.coin && alert.armedSequence < sequence && isReached(alert, look)); // oxfmt-ignore
          for (const { alertId } of scanned) waiting.delete(alertId);
          const tick = { sequence, price: look.price, publishedAt: 1 };
          const taken = books.get(one.coin)!.fire(tick, true).map(({ alert }) => alert.arming); // oxfmt-ignore
          assert.deepEqual(taken.toSorted(byNumber), scanned.map((alert) => alert.arming).toSorted(byNumber));
        }
        for (const alert of waiting.values()) assert.equal(books.get(alert.coin)!.get(alert.alertId)?.alert, alert);
      }
    }),
    { numRuns: runs(400) },
  );
});

test(
  'a tick that fires nothing costs the same with ten alerts and with a hundred thousand',
  longRun('bounds in time or memory'),
  () => {
    const costOf = (count: number): number => {
      const book = new AlertBook(() => undefined);
      for (let place = 0; place < count; place++) {
      const [kind, level] = place % 2 === 0 ? (['above', 200_000 + place] as const) : (['below', 100_000 - place / 2] as const);
      book.add(waitingAlert(alertOf({ alertId: `alert-${place}` as Uuid, kind, target: units(Math.floor(level)) })));
    } // oxfmt-ignore
      const startedAt = performance.now();
      for (let sequence = 1; sequence <= 20_000; sequence++) {
        assert.equal(book.fire({ sequence, price: units(150_000 + (sequence % 7)), publishedAt: 1 }, true).length, 0);
      }
      return performance.now() - startedAt;
    };
    costOf(10);
    const [few, many] = [costOf(10), costOf(100_000)];
    assert.ok(many < few * 10 + 50, `${few} ms with ten, ${many} ms with a hundred thousand`);
  },
);

test('alerts that are set and deleted again and again leave nothing behind', () => {
  const book = new AlertBook(() => undefined);
  for (let round = 0; round < 20_000; round++) {
    book.add(waitingAlert(alertOf({ alertId: 'same' as Uuid, kind: 'above', target: units(100 + (round % 50)), arming: round + 1 }))); // oxfmt-ignore
    book.remove('same' as Uuid);
  }
  assert.ok(book.entries < 200, `${book.entries} entries are kept`);
  assert.equal(book.size, 0);
  assert.deepEqual(book.fire({ sequence: 1, price: units(1000), publishedAt: 1 }, true), []);
});

const byNumber = (left: number, right: number): number => left - right;
