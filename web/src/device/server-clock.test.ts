import { expect, test } from 'vitest';
import { createServerClock } from './server-clock.ts';

/** A device whose time of day is `off` from the server's, and a server whose messages take `lateMs`. */
function openClock() {
  const device = { off: 0, passed: 0 };
  const server = { start: 1_800_000_000_000 };
  const serverTime = (): number => server.start + device.passed;
  const clock = createServerClock(
    () => serverTime() + device.off,
    () => device.passed,
  );
  return { clock, device, server, serverTime, hear: (lateMs: number) => clock.note(serverTime() - lateMs) };
}

test('it is the nearest that any message told, and no change of the device’s time touches it', () => {
  const { clock, device, serverTime, hear } = openClock();
  device.off = 180_000;
  expect(clock.now()).toBe(serverTime() + 180_000);
  hear(400);
  hear(40);
  hear(900);
  expect(clock.now()).toBe(serverTime() - 40);
  for (const off of [-60_000, 3_000, 4_900, 86_400_000]) {
    device.off = off;
    device.passed += 1_000;
    expect(clock.now()).toBe(serverTime() - 40);
  }
});

test('a server whose clock was put back is followed, and a message without a time says nothing', () => {
  const { clock, server, serverTime, hear } = openClock();
  hear(0);
  server.start -= 60_000;
  hear(20);
  clock.note(0);
  expect(clock.now()).toBe(serverTime() - 20);
});

test('nobody has heard of it before a message came: then an order says no time instead of a wrong one', () => {
  const { clock, serverTime, hear } = openClock();
  expect(clock.known()).toBeUndefined();
  hear(30);
  expect(clock.known()).toBe(serverTime() - 30);
});

test('an answer that was held up on its way does not put it back, and one that tells more puts it on', () => {
  const { clock, device, serverTime, hear } = openClock();
  clock.noteLate(0);
  expect(clock.known()).toBeUndefined();
  clock.noteLate(serverTime() - 900);
  expect(clock.known()).toBe(serverTime() - 900);
  hear(40);
  device.passed += 1_000;
  clock.noteLate(serverTime() - 22_000);
  expect(clock.known()).toBe(serverTime() - 40);
  // The device's monotonic clock stood still while it slept.
  device.passed -= 600_000;
  clock.noteLate(serverTime() + 600_000 - 500);
  expect(clock.known()).toBe(serverTime() + 600_000 - 500);
});

test('beside the server’s own word the clock of a proxy says nothing', () => {
  const { clock, serverTime, hear } = openClock();
  clock.noteLate(serverTime() + 3_000);
  clock.set(serverTime());
  clock.noteLate(serverTime() + 3_000);
  expect(clock.known()).toBe(serverTime());
  hear(20);
  clock.noteLate(serverTime() + 3_000);
  expect(clock.known()).toBe(serverTime());
});

test('a server that says that it is wrong is believed', () => {
  const { clock, server, serverTime, hear } = openClock();
  hear(0);
  server.start -= 3_000;
  clock.set(serverTime());
  expect(clock.now()).toBe(serverTime());
});
