// The wait until another code may be sent: counted by the server's clock, whatever is done to the device's.
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { serverClock } from '../src/device/server-clock.ts';
import { closeApp, openApp } from './support/app.tsx';
import { answerCalls } from './support/wire.ts';

afterEach(() => {
  closeApp();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

let ahead = 0;
const right = Date.now.bind(Date);

test.each([-180_000, 180_000])('a device that is put %i ms off waits the same minute', async (off) => {
  ahead = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => right() + ahead);
  answerCalls((call) => (/email/i.test(call) ? { data: {} } : 'pending'));
  serverClock.set(Date.now());
  await openApp({ path: '/register', isLoggedIn: false });
  await userEvent.fill(page.getByRole('textbox').first(), 'ada@example.com');
  await userEvent.click(page.getByRole('button', { name: 'Send code' }));
  const send = page.getByRole('button', { name: /^\d:\d\d$/ });
  await expect.element(send).toBeDisabled();
  ahead = off;
  // At the next second.
  const before = send.element().textContent;
  await expect.poll(() => send.elements()[0]?.textContent).not.toBe(before);
  expect(send.elements()[0]?.textContent).toMatch(/^0:5\d$/);
});
