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
