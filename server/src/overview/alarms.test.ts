import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wad } from '@candor/wire';
import { findAlarms, refusedMany, silentMs, type Process, type State } from './alarms.ts';

const now = Date.UTC(2030, 0, 2);
const hourMs = 3_600_000;
const alive = (role: Process['role'], more: Partial<Process> = {}): Process => ({
  role,
  host: 'one',
  pid: 7,
  startedAt: now - 24 * hourMs,
  seenAt: now - 5_000,
  failing: [],
  clockFaults: [],
  ...more,
});
const calm: State = {
  networks: [],
  rates: [],
  deliveries: [],
  processes: [alive('web'), alive('engine')],
  books: { endedAt: now - hourMs, askedBy: null, invariants: 40, broken: [] },
  auditBegunAt: null,
  market: [{ coin: 'BTC', state: 'live' }],
  due: wad('0'),
  bankroll: wad('1000'),
  setAside: { count: 0, oldestAt: null },
  payments: { stopped: 0, oldestAt: null },
  takenBack: { count: 0, oldestAt: null },
  deposits: { waiting: 0, denied: 0, oldestAt: null, unmatched: 0, unmatchedOldestAt: null },
  contracts: { waiting: 0, oldestAt: null },
  wallets: [],
  draws: { count: 0, oldestAt: null },
  looked: [],
  heldLocks: [],
  refused: [],
  unsignedSince: null,
};
const kinds = (change: Partial<State>): string[] => findAlarms({ ...calm, ...change }, now).map(({ kind }) => kind);

test('nothing is told where all is well', () => {
  assert.deepEqual(findAlarms(calm, now), []);
});

test('a process that fell silent is told, unless another of its kind has begun on its machine since', () => {
  const silent = alive('web', { seenAt: now - silentMs - 1 });
  const engine = alive('engine');
  assert.deepEqual(kinds({ processes: [engine, silent] }), ['process-silent']);
  assert.deepEqual(kinds({ processes: [engine, silent, alive('web', { startedAt: now - 1_000 })] }), []);
  assert.deepEqual(kinds({ processes: [engine, silent, alive('web', { startedAt: now - 1_000, host: 'two' })] }), ['process-silent']); // oxfmt-ignore
  assert.deepEqual(kinds({ processes: [engine, silent, alive('web')] }), ['process-silent'], 'one that was there already'); // oxfmt-ignore
});

test('clocks that differ raise an alarm with the difference, for each live process', () => {
  const clockFaults: Process['clockFaults'] = [
    { clock: 'machine', aheadMs: -90_000, since: now - 9 },
    { clock: 'sources', aheadMs: 3_040, since: now - 8 },
  ];
  const engine = alive('engine', { clockFaults });
  assert.deepEqual(findAlarms({ ...calm, processes: [alive('web'), engine] }, now), [
    { kind: 'clock-wrong', isGrave: true, about: 'machine −90.0 s · engine 7 · one', since: now - 9 },
    { kind: 'clock-wrong', isGrave: true, about: 'sources +3.0 s · engine 7 · one', since: now - 8 },
  ]);
  const silent = alive('engine', { clockFaults, seenAt: now - silentMs - 1 });
  assert.deepEqual(kinds({ processes: [alive('web'), alive('engine', { startedAt: now }), silent] }), []);
});

test('without an engine that lives nothing is decided', () => {
  assert.deepEqual(kinds({ processes: [alive('web')] }), ['no-engine']);
  const silent = alive('engine', { seenAt: now - silentMs - 1 });
  assert.deepEqual(kinds({ processes: [alive('web'), silent] }), ['no-engine', 'process-silent']);
});

test('books that are broken are told before all else, and books that nobody checked as soon as somebody could have', () => {
  const broken = { endedAt: now - hourMs, askedBy: null, invariants: 40, broken: ['one', 'two'] };
  const [first] = findAlarms({ ...calm, books: broken, due: wad('3.5') }, now);
  assert.deepEqual(first, { kind: 'books-broken', isGrave: true, about: 'one; two', since: now - hourMs });
  assert.deepEqual(kinds({ books: { ...broken, broken: [], endedAt: now - 2 * hourMs - 1 } }), ['books-unchecked']);
  assert.deepEqual(kinds({ books: undefined }), ['books-unchecked']);
  const fresh = [alive('web', { startedAt: now - hourMs }), alive('engine', { startedAt: now - hourMs })];
  assert.deepEqual(kinds({ books: undefined, processes: fresh }), []);
});

test('an audit by command that has not ended within a day is told, in whatever state the hourly check is', () => {
  assert.deepEqual(kinds({ auditBegunAt: now - 24 * hourMs }), []);
  const auditBegunAt = now - 24 * hourMs - 1;
  assert.deepEqual(findAlarms({ ...calm, auditBegunAt }, now), [
    { kind: 'audit-unfinished', isGrave: false, about: '', since: auditBegunAt },
  ]);
});

test('coins, dues, an empty bankroll, what was set aside and a log that nobody signs are told', () => {
  const market: State['market'] = [
    { coin: 'BTC', state: 'halted' },
    { coin: 'ETH', state: 'degraded' },
    { coin: 'XRP', state: 'halted' },
  ];
  const all = findAlarms(
    { ...calm, market, due: wad('3.5'), bankroll: wad('0'), setAside: { count: 2, oldestAt: now - 9 }, unsignedSince: now - 300_001 }, // oxfmt-ignore
    now,
  );
  assert.deepEqual(
    all.map(({ kind, about }) => `${kind} ${about}`.trim()),
    ['gains-due 3.5 USDT', 'bankroll-empty USDT', 'market-halted BTC, XRP', 'commands-set-aside 2', 'log-unsigned', 'market-degraded ETH'], // oxfmt-ignore
  );
  assert.deepEqual(kinds({ unsignedSince: now - 300_000 }), []);
});

test('a job that has failed for five minutes is told once, by the process in which it has failed for the longest', () => {
  const failing = (job: string, agoMs: number) => ({ job, since: now - agoMs });
  const processes = [
    alive('web', { failing: [failing('listing', 300_000), failing('codes', 299_999)] }),
    alive('web', { pid: 8, failing: [failing('listing', hourMs)] }),
    alive('engine', { failing: [failing('shop-draws', 300_001)] }),
    alive('web', { pid: 9, startedAt: now - hourMs, seenAt: now - silentMs - 1, failing: [failing('alerts', hourMs)] }),
    alive('web', { pid: 10, startedAt: now - 1_000 }),
  ];
  const found = findAlarms({ ...calm, processes }, now).map(({ kind, about, since }) => [kind, about, since]);
  assert.deepEqual(found, [
    ['job-failing', 'listing · web 8 · one', now - hourMs],
    ['job-failing', 'shop-draws · engine 7 · one', now - 300_001],
  ]);
});

test('an operator who looked at half as much of customers as one may is named, and more so at the bound', () => {
  const looked = (operator: string, count: number, more: object = {}) => ({ operator, kind: 'customers', count, bound: 60, hours: 1, at: now - 5, ...more }); // oxfmt-ignore
  const told = (...all: ReturnType<typeof looked>[]) =>
    findAlarms({ ...calm, looked: all }, now).map(({ kind, about }) => [kind, about]);
  assert.deepEqual(told(looked('mia', 29)), []);
  assert.deepEqual(told(looked('mia', 30)), [['looks-many', 'mia: 30 / 60 customers (1 h)']]);
  assert.deepEqual(told(looked('mia', 60)), [['looks-used-up', 'mia: 60 / 60 customers (1 h)']]);
  const nearest = told(looked('mia', 31), looked('mia', 290, { bound: 300, hours: 24 }), looked('mia', 5, { kind: 'exports', bound: 5, hours: 24 })); // oxfmt-ignore
  assert.deepEqual(nearest, [
    ['looks-used-up', 'mia: 5 / 5 exports (24 h)'],
    ['looks-many', 'mia: 290 / 300 customers (24 h)'],
  ]);
});

test('an operator who was refused many calls within an hour is named, and one who was refused a few is not', () => {
  const refused = [
    { operator: 'mia', calls: refusedMany, at: now - 5 },
    { operator: 'ben', calls: refusedMany - 1, at: now - 5 },
  ];
  assert.deepEqual(findAlarms({ ...calm, refused }, now), [
    { kind: 'calls-refused', isGrave: false, about: `mia: ${refusedMany}`, since: now - 5 },
  ]);
});

test('stopped withdrawals raise an alarm with the time of their approval', () => {
  assert.deepEqual(findAlarms({ ...calm, payments: { stopped: 2, oldestAt: now - hourMs } }, now), [
    { kind: 'payments-stopped', isGrave: true, about: '2', since: now - hourMs },
  ]);
});

test('bank payments that were reversed after they bought coins raise an alarm', () => {
  assert.deepEqual(findAlarms({ ...calm, takenBack: { count: 1, oldestAt: now - hourMs } }, now), [
    { kind: 'payments-taken-back', isGrave: true, about: '1', since: now - hourMs },
  ]);
});

test('draws that wait for their beacon raise an alarm after ten minutes', () => {
  const oldestAt = now - 10 * 60_000;
  assert.deepEqual(kinds({ draws: { count: 2, oldestAt } }), []);
  assert.deepEqual(findAlarms({ ...calm, draws: { count: 2, oldestAt: oldestAt - 1 } }, now), [
    { kind: 'draws-wait', isGrave: false, about: '2', since: oldestAt - 1 },
  ]);
});

test('deposits that wait for a second node are told after half an hour, and one that it denies at once', () => {
  const oldestAt = now - 30 * 60_000;
  assert.deepEqual(kinds({ deposits: { ...calm.deposits, waiting: 2, oldestAt } }), []);
  assert.deepEqual(kinds({ deposits: { ...calm.deposits, waiting: 2, oldestAt: oldestAt - 1 } }), ['deposits-wait']);
  const [denied] = findAlarms({ ...calm, deposits: { ...calm.deposits, waiting: 2, denied: 1, oldestAt: now } }, now);
  assert.deepEqual(denied, { kind: 'node-contradicts', isGrave: true, about: '1', since: now });
});

test('a wallet with less than withdrawals need is named with its coin', () => {
  assert.deepEqual(findAlarms({ ...calm, wallets: [{ about: 'bitcoin: BTC', since: now - hourMs }] }, now), [
    { kind: 'wallet-low', isGrave: false, about: 'bitcoin: BTC', since: now - hourMs },
  ]);
});

test('a deposit without a tag is told after a day, by its own age', () => {
  const unmatchedOldestAt = now - 24 * hourMs;
  assert.deepEqual(kinds({ deposits: { ...calm.deposits, unmatched: 2, unmatchedOldestAt } }), []);
  const late = { ...calm.deposits, waiting: 1, oldestAt: now, unmatched: 2, unmatchedOldestAt: unmatchedOldestAt - 1 };
  assert.deepEqual(findAlarms({ ...calm, deposits: late }, now), [
    { kind: 'deposits-wait', isGrave: false, about: '3', since: unmatchedOldestAt - 1 },
  ]);
});

test('payments from contracts raise an alarm as soon as they are found', () => {
  assert.deepEqual(findAlarms({ ...calm, contracts: { waiting: 2, oldestAt: now - hourMs } }, now), [
    { kind: 'contracts-paid', isGrave: false, about: '2', since: now - hourMs },
  ]);
});

test('a network that operators must check raises an alarm at once, and one whose node lags after a quarter of an hour', () => {
  const told = (reason: string, since: number) =>
    findAlarms({ ...calm, networks: [{ network: 'ethereum', reason, since }] }, now).map(({ kind, isGrave, about }) => [
      kind,
      isGrave,
      about,
    ]);
  for (const reason of ['other-chain', 'replaced', 'final-replaced']) {
    assert.deepEqual(told(reason, now), [['network-stopped', true, `ethereum: ${reason}`]]);
  }
  for (const reason of ['no-node', 'node-behind', 'node-incomplete']) {
    assert.deepEqual(told(reason, now - 15 * 60_000), []);
    assert.deepEqual(told(reason, now - 15 * 60_000 - 1), [['network-waits', false, `ethereum: ${reason}`]]);
  }
});

test('a session of the database that keeps locks is told, and which it is', () => {
  const heldLocks = [{ pid: 7, role: 'candor_app', application: 'psql', since: now - 61_000 }];
  assert.deepEqual(findAlarms({ ...calm, heldLocks }, now), [
    { kind: 'locks-held', isGrave: true, about: 'candor_app 7 · psql', since: now - 61_000, pid: 7 },
  ]);
});
