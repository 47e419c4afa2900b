// What a refused call leaves in the audit log, and how much of it at most.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { RefusalCode, Uuid } from '@candor/wire';
import { nobodySignedIn } from '../kit/audit-log.ts';
import { manualClock } from '../kit/clock.ts';
import type { OperatorSession } from '../kit/feature.ts';
import { log } from '../kit/log.ts';
import type { Database } from '../kit/postgres.ts';
import { createRefusedCalls, rowsOfNobodyPerHour, rowsPerHour } from './note-refused-calls.ts';

log.setLevel('silent');
const mia: OperatorSession = {
  sessionId: '00000001-0000-7000-8000-000000000000' as Uuid,
  operatorId: '00000001-0000-7000-8000-000000000000' as Uuid,
  name: 'mia',
  roles: ['support'],
  steppedUpUntil: 0,
  endsAt: 0,
  isDemo: false,
};
const [minuteMs, hourMs] = [60_000, 3_600_000];

interface Row {
  operator: string;
  code?: string;
  path?: string;
  ip?: string;
  calls: number;
}
let rows: Row[];
let fails = false;
let clock: ReturnType<typeof manualClock>;
let refused: ReturnType<typeof createRefusedCalls>;
const settle = (): Promise<void> => new Promise((done) => setImmediate(done));
beforeEach(() => {
  rows = [];
  fails = false;
  clock = manualClock(Date.UTC(2026, 10, 20));
  const query = async (_sql: string, [operator, act, , detail]: [string, string, string, string]): Promise<void> => {
    if (fails) throw new Error('the database is away');
    assert.equal(act, 'call-refused');
    rows.push({ operator, ...(JSON.parse(detail) as Omit<Row, 'operator'>) });
  };
  refused = createRefusedCalls({ pool: { query } as unknown as Database, clock });
});
const note = (
  path: string,
  code: RefusalCode = 'role-missing',
  more: { operator?: undefined; ip?: string } = {},
): void => refused.note({ operator: mia, code, path, ip: '198.51.100.7', ...more });
const callsNoted = (): number => rows.reduce((sum, { calls }) => sum + calls, 0);

test('a refused call leaves a row at once, and its repetitions within a minute one more with their number', async () => {
  for (let turn = 0; turn < 500; turn++) note('/api/loans/approve');
  await settle();
  const first = { operator: 'mia', code: 'role-missing', path: '/api/loans/approve', ip: '198.51.100.7' };
  assert.deepEqual(rows, [{ ...first, calls: 1 }]);
  await refused.writeCounts();
  assert.equal(rows.length, 1, 'the minute is not over');
  clock.advance(minuteMs);
  await refused.writeCounts();
  await refused.writeCounts();
  assert.deepEqual(rows, [{ ...first, calls: 1 }, { ...first, calls: 499 }]); // oxfmt-ignore
});

test('another call and another reason are rows of their own', async () => {
  note('/api/loans/approve');
  note('/api/loans/approve', 'step-up-required');
  note('/api/loans/reject');
  await settle();
  assert.deepEqual(rows.map(({ code, path }) => [code, path]), [
    ['role-missing', '/api/loans/approve'],
    ['step-up-required', '/api/loans/approve'],
    ['role-missing', '/api/loans/reject'],
  ]); // oxfmt-ignore
});

test('nobody fills the log: an hour has a largest number of rows, and the last one says how many more there were', async () => {
  for (let turn = 0; turn < 50; turn++) {
    for (let path = 0; path < 40; path++) note(`/api/${path}`);
    await settle();
    clock.advance(minuteMs);
    await refused.writeCounts();
  }
  assert.equal(rows.length, rowsPerHour);
  clock.advance(hourMs);
  await refused.writeCounts();
  assert.equal(rows.length, rowsPerHour + 1);
  assert.deepEqual(Object.keys(rows.at(-1)!).toSorted(), ['calls', 'more', 'operator']);
  assert.equal(callsNoted(), 50 * 40, 'each refusal is counted once');
});

test('who is not signed in is named by the network, and all of them together have fewer rows', async () => {
  for (let path = 0; path < 100; path++) note(`/api/${path}`, 'login-required', { operator: undefined });
  await settle();
  assert.deepEqual(rows, [{ operator: nobodySignedIn, code: 'login-required', path: '/api/0', ip: '198.51.100.7', calls: 1 }]); // oxfmt-ignore
  for (let host = 0; host < 200; host++)
    note('/*', 'network-refused', { operator: undefined, ip: `203.0.113.${host}` });
  await settle();
  assert.equal(rows.length, rowsOfNobodyPerHour);
  note('/api/loans/approve');
  await settle();
  assert.equal(rows.at(-1)!.operator, 'mia', 'they take no row from operators');
  clock.advance(hourMs);
  await refused.writeCounts();
  assert.equal(callsNoted(), 100 + 200 + 1);
});

test('what could not be written is counted later', async () => {
  fails = true;
  note('/api/loans/approve');
  await settle();
  note('/api/loans/approve');
  clock.advance(minuteMs);
  await assert.rejects(refused.writeCounts(), /is away/);
  assert.equal(rows.length, 0);
  fails = false;
  clock.advance(hourMs);
  await refused.writeCounts();
  assert.equal(callsNoted(), 2);
});

test('an hour that is followed by another loses nothing', async () => {
  for (let path = 0; path < rowsPerHour + 10; path++) note(`/api/${path}`);
  note('/api/0');
  clock.advance(hourMs);
  note('/api/0');
  await settle();
  clock.advance(hourMs);
  await refused.writeCounts();
  assert.equal(callsNoted(), rowsPerHour + 12);
});
