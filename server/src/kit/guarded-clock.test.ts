// The clock of a process while the machine's clock is set back, ahead and right again, with and without exchanges that send the true time.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { clockFaults, noteClockFault } from './clock-faults.ts';
import { manualClock } from './clock.ts';
import { guardClock } from './guarded-clock.ts';
import { log } from './log.ts';

log.setLevel('silent');
const start = Date.UTC(2026, 10, 28);

beforeEach(() => {
  noteClockFault('machine', undefined);
  noteClockFault('sources', undefined);
});

/** A machine whose clock is wrong by `offMs` from the start; `sources` are exchanges that send the true time each second. */
function machineOff(offMs: number, sources: readonly string[] = ['htx']) {
  const truth = manualClock(start);
  const machine = manualClock(start + offMs);
  const steady = manualClock(1_000);
  const uptime = manualClock(500_000);
  const clock = guardClock({ machine, steady, uptime });
  return {
    clock,
    machine,
    uptime,
    truth,
    set: (to: number) => machine.set(truth.now() + to),
    pass: (ms: number, check: () => void = () => undefined): void => {
      for (let passed = 0; passed < ms; passed += 500) {
        for (const each of [truth, machine, steady, uptime]) each.advance(500);
        for (const source of sources) clock.witness(source, truth.now() - 80);
        check();
      }
    },
    offBy: () => clock.now() - truth.now(),
    faults: () => clockFaults().map(({ clock: name, aheadMs }) => [name, aheadMs]),
  };
}

for (const offMs of [-3_000, -60_000, -90_000, 31_000])
  for (const sources of [['htx'], ['binance', 'okx', 'kraken'], []])
    test(`set by ${offMs} ms and back, with ${sources.length} sources: time goes on, and operators are told until it is right`, () => {
      const { pass, set, offBy, faults } = machineOff(0, sources);
      pass(5_000);
      assert.deepEqual(faults(), []);
      set(offMs);
      pass(60_000, () => {
        assert.equal(offBy(), 0);
        assert.deepEqual(faults(), [['machine', offMs]]);
      });
      set(0);
      pass(500);
      assert.equal(offBy(), 0);
      assert.deepEqual(faults(), []);
    });

for (const offMs of [-90_000, -3_000, 31_000])
  test(`begun ${offMs} ms off, it is known to be wrong, and is right as soon as the machine is`, () => {
    const { pass, set, offBy, faults } = machineOff(offMs, ['binance', 'okx']);
    pass(5_000);
    assert.equal(offBy(), offMs);
    assert.deepEqual(faults(), [['sources', -offMs - 80]]);
    set(0);
    pass(1_000);
    assert.equal(offBy(), 0);
    assert.deepEqual(faults(), []);
  });

test('one source that lies about the time moves nothing', () => {
  const { clock, pass, set, truth, offBy } = machineOff(0, ['binance', 'okx']);
  set(-90_000);
  pass(30_000, () => {
    clock.witness('htx', truth.now() - 90_000);
    assert.equal(offBy(), 0);
  });
});

test('a machine that was asleep is followed at once, without anybody outside', () => {
  const { pass, truth, machine, uptime, offBy, faults } = machineOff(0, []);
  pass(5_000);
  for (const each of [truth, machine, uptime]) each.advance(3_600_000);
  assert.equal(offBy(), 0);
  assert.deepEqual(faults(), []);
});

test('what a time server corrects is followed, and time never goes back by it', () => {
  const { clock, pass, set, offBy, faults } = machineOff(0);
  let newest = 0;
  for (const offMs of [200, -300, 600, 0, -400]) {
    set(offMs);
    pass(2_000, () => {
      assert.ok(clock.now() >= newest);
      newest = clock.now();
    });
    assert.ok(Math.abs(offBy() - offMs) <= 1);
    assert.deepEqual(faults(), []);
  }
});
