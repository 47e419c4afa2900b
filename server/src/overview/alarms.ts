// Pure: what somebody should look at now.
import type { RateAlarm } from '../currencies/judge-rates.ts';
import type { ClockFault } from '../kit/clock-faults.ts';
import { alarmKinds, formatAmount, zero, type AlarmKind, type CoinCode, type Wad } from '@candor/wire';
import type { FailingJob } from '../kit/jobs.ts';
import { deliveryAlarms, type DeliveryCounts } from './delivery-alarms.ts';

export interface HeldLock {
  pid: number;
  role: string;
  application: string;
  since: number;
}

export interface Process {
  role: 'web' | 'engine';
  host: string;
  pid: number;
  startedAt: number;
  seenAt: number;
  failing: readonly FailingJob[];
  clockFaults: readonly ClockFault[];
}

export interface BookCheck {
  endedAt: number;
  askedBy: string | null;
  invariants: number;
  broken: readonly string[];
}

/** How much of customers one operator looked at, of one kind and within an hour or a day. */
export interface Looked {
  operator: string;
  kind: string;
  count: number;
  bound: number;
  hours: number;
  /** The newest. */
  at: number;
}

/** Calls that one operator was refused within the last hour. */
export interface RefusedCalls {
  operator: string;
  calls: number;
  /** The newest. */
  at: number;
}

/** What alarms are told from. */
export interface State {
  processes: readonly Process[];
  /** The newest that was finished. */
  books: BookCheck | undefined;
  /** When an audit by command began that has not ended, nor any after it. */
  auditBegunAt: number | null;
  market: readonly { coin: CoinCode; state: 'live' | 'degraded' | 'halted' }[];
  /** Gains that are fixed and not paid yet, USDT. */
  due: Wad;
  /** What can still be promised, real USDT. */
  bankroll: Wad;
  setAside: { count: number; oldestAt: number | null };
  /** Approved withdrawals that can't continue by themselves. A frozen or held account is not included as long as it delays no other payment. */
  payments: { stopped: number; oldestAt: number | null };
  /** Bank payments that confirmed an order and were taken back by the bank, until an operator has closed them. */
  takenBack: { count: number; oldestAt: number | null };
  /** Deposits that wait for a second node; `denied` of them are those that it denies. */
  deposits: {
    waiting: number;
    denied: number;
    oldestAt: number | null;
    /** Deposits without the tag of any customer, which operators assign. They are no part of `oldestAt`. */
    unmatched: number;
    unmatchedOldestAt: number | null;
  };
  /** Payments from contracts that no operator has credited or dismissed yet. */
  contracts: { waiting: number; oldestAt: number | null };
  /** Paying wallets, a coin each, that have less than approved and requested withdrawals need. */
  wallets: readonly { about: string; since: number | null }[];
  /** Draws whose random round is public but that have not been drawn yet. */
  draws: { count: number; oldestAt: number | null };
  /** Networks that can't continue, with the reason as the program's code. */
  networks: readonly { network: string; reason: string; since: number }[];
  /** Currencies whose rates are late or doubtful. */
  rates: readonly RateAlarm[];
  /** Messages to customers, by channel. */
  deliveries: readonly DeliveryCounts[];
  /** Of operators who looked at something within a day. */
  looked: readonly Looked[];
  /** Of the last hour, each operator once. */
  refused: readonly RefusedCalls[];
  /** Sessions of the database that keep locks for longer than anything of the server takes, the oldest first. */
  heldLocks: readonly HeldLock[];
  /** When the oldest entry of the public log came that no checkpoint covers. */
  unsignedSince: number | null;
}

export interface Alarm {
  /** The session of the database that it is about. */
  pid?: number;
  kind: AlarmKind;
  isGrave: boolean;
  about: string;
  since: number | null;
}

/** Each says every ten seconds that it lives. */
export const silentMs = 35_000;
/** The books are checked each hour. */
const uncheckedMs = 2 * 3_600_000;
/** An audit that was interrupted is started again, and goes on where it was for a day. */
const unfinishedMs = 24 * 3_600_000;
/** A checkpoint is signed each minute while there is news. */
const unsignedMs = 5 * 60_000;
/** A source that does not answer once is no news. */
const failingMs = 5 * 60_000;
/** Within an hour. Who works with the console is asked for the second factor a dozen times at most, and is shown no call of other roles. */
export const refusedMany = 20;

export const isSilent = ({ seenAt }: Process, now: number): boolean => now - seenAt > silentMs;

/** In the order of `alarmKinds`. */
export function findAlarms(state: State, now: number): Alarm[] {
  const found = [
    ...ofBooks(state, now),
    ...state.heldLocks.map(({ pid, role, application, since }) => ({
      ...grave('locks-held', `${role} ${pid} · ${application}`, since),
      pid,
    })),
    ...ofProcesses(state.processes, now),
    ...ofClocks(state.processes, now),
    ...ofJobs(state.processes, now),
    ...ofMarket(state.market),
    ...ofLooks(state.looked),
    ...state.refused.filter(({ calls }) => calls >= refusedMany).map(({ operator, calls, at }) => light('calls-refused', `${operator}: ${calls}`, at)), // oxfmt-ignore
    ...(state.due > zero ? [grave('gains-due', `${formatAmount(state.due)} USDT`)] : []),
    ...(state.bankroll <= zero ? [grave('bankroll-empty', 'USDT')] : []),
    ...(state.setAside.count > 0 ? [grave('commands-set-aside', String(state.setAside.count), state.setAside.oldestAt)] : []), // oxfmt-ignore
    ...(state.payments.stopped > 0
      ? [grave('payments-stopped', String(state.payments.stopped), state.payments.oldestAt)]
      : []),
    ...(state.takenBack.count > 0
      ? [grave('payments-taken-back', String(state.takenBack.count), state.takenBack.oldestAt)]
      : []),
    ...ofDeposits(state.deposits, now),
    ...ofContracts(state.contracts),
    ...state.wallets.map(({ about, since }) => light('wallet-low', about, since)),
    ...ofNetworks(state.networks, now),
    ...state.rates,
    ...ofDraws(state.draws, now),
    ...deliveryAlarms(state.deliveries, now),
    ...(state.auditBegunAt !== null && now - state.auditBegunAt > unfinishedMs ? [light('audit-unfinished', '', state.auditBegunAt)] : []), // oxfmt-ignore
    ...(state.unsignedSince !== null && now - state.unsignedSince > unsignedMs ? [light('log-unsigned', '', state.unsignedSince)] : []), // oxfmt-ignore
  ];
  return found.toSorted((one, other) => alarmKinds.indexOf(one.kind) - alarmKinds.indexOf(other.kind));
}

function ofBooks({ books, processes }: State, now: number): Alarm[] {
  if (books && books.broken.length > 0) return [grave('books-broken', books.broken.join('; '), books.endedAt)];
  const oldest = Math.min(now, ...processes.map(({ startedAt }) => startedAt));
  const since = Math.max(books?.endedAt ?? 0, oldest);
  return now - since > uncheckedMs ? [light('books-unchecked', '', books?.endedAt ?? null)] : [];
}

/** One that was followed by another of its kind on its machine is missed by nobody. */
function ofProcesses(processes: readonly Process[], now: number): Alarm[] {
  const silent = processes.filter((each) => isSilent(each, now));
  const missed = silent.filter(
    ({ role, host, seenAt }) =>
      !processes.some((other) => other.role === role && other.host === host && other.startedAt > seenAt),
  );
  const engines = processes.filter(({ role }) => role === 'engine');
  return [
    ...(engines.every((each) => isSilent(each, now)) ? [grave('no-engine', '', newest(engines))] : []),
    ...missed.map(({ role, host, pid, seenAt }) => light('process-silent', `${role} ${pid} · ${host}`, seenAt)),
  ];
}

/** One alarm for each faulty clock of each live process. */
const ofClocks = (processes: readonly Process[], now: number): Alarm[] =>
  processes
    .filter((each) => !isSilent(each, now))
    .flatMap(({ clockFaults, role, host, pid }) =>
      clockFaults.map(({ clock, aheadMs, since }) => {
        const tenths = Math.round(Math.abs(aheadMs) / 100);
        const seconds = `${aheadMs > 0 ? '+' : '−'}${Math.floor(tenths / 10)}.${tenths % 10} s`;
        return grave('clock-wrong', `${clock} ${seconds} · ${role} ${pid} · ${host}`, since);
      }),
    );

/** What fails again and again in a process that lives; each job once, by the process in which it has failed for the longest. */
function ofJobs(processes: readonly Process[], now: number): Alarm[] {
  const failing = processes
    .filter((each) => !isSilent(each, now))
    .flatMap(({ failing: jobs, role, host, pid }) =>
      jobs.map(({ job, since }) => ({ job, since, in: `${role} ${pid} · ${host}` })),
    )
    .filter(({ since }) => now - since >= failingMs)
    .toSorted((one, other) => other.since - one.since);
  const longest = new Map(failing.map((each) => [each.job, each]));
  return [...longest.values()].map(({ job, since, in: process }) => light('job-failing', `${job} · ${process}`, since));
}

/** Half of a bound is told well before it keeps anybody from working. Of an operator and kind the one that is nearer to its bound. */
function ofLooks(looked: State['looked']): Alarm[] {
  const many = looked.filter(({ count, bound }) => count * 2 >= bound);
  const nearest = new Map<string, Looked>();
  const upwards = many.toSorted((one, other) => shareOf(one) - shareOf(other));
  for (const each of upwards) nearest.set(`${each.operator} ${each.kind}`, each);
  return [...nearest.values()].map(({ operator, kind, count, bound, hours, at }) => {
    const about = `${operator}: ${count} / ${bound} ${kind} (${hours} h)`;
    return light(count >= bound ? 'looks-used-up' : 'looks-many', about, at);
  });
}

const shareOf = ({ count, bound }: Looked): number => count / bound;

/** A deposit may wait this long for a lagging second node without an alarm. */
const depositMs = 30 * 60_000;

/** The customer of a deposit without a tag is given a day to write to support. */
const unmatchedMs = 86_400_000;

function ofDeposits(deposits: State['deposits'], now: number): Alarm[] {
  const { waiting, denied, oldestAt, unmatched, unmatchedOldestAt } = deposits;
  if (denied > 0) return [grave('node-contradicts', String(denied), oldestAt)];
  const late = [
    ...(oldestAt !== null && now - oldestAt > depositMs ? [oldestAt] : []),
    ...(unmatchedOldestAt !== null && now - unmatchedOldestAt > unmatchedMs ? [unmatchedOldestAt] : []),
  ];
  return late.length > 0 ? [light('deposits-wait', String(waiting + unmatched), Math.min(...late))] : [];
}

/** Only an operator can end this state, so the alarm starts as soon as the payment is found. */
const ofContracts = ({ waiting, oldestAt }: State['contracts']): Alarm[] =>
  waiting === 0 ? [] : [light('contracts-paid', String(waiting), oldestAt)];

/** Reasons for which a network stays off until operators have decided. */
const stops = new Set(['other-chain', 'replaced', 'final-replaced']);
/** A node may restart, or index a block late, for this long without an alarm. */
const networkMs = 15 * 60_000;

const ofNetworks = (networks: State['networks'], now: number): Alarm[] =>
  networks.flatMap(({ network, reason, since }) => {
    const about = `${network}: ${reason}`;
    if (stops.has(reason)) return [grave('network-stopped', about, since)];
    return now - since > networkMs ? [light('network-waits', about, since)] : [];
  });

/** A random beacon may be late for this long without an alarm. After a day the tickets are refunded. */
const drawsMs = 10 * 60_000;

const ofDraws = ({ count, oldestAt }: State['draws'], now: number): Alarm[] =>
  oldestAt !== null && now - oldestAt > drawsMs ? [light('draws-wait', String(count), oldestAt)] : [];

const newest = (processes: readonly Process[]): number | null =>
  processes.length === 0 ? null : Math.max(...processes.map(({ seenAt }) => seenAt));

function ofMarket(market: State['market']): Alarm[] {
  const of = (state: string): string =>
    market
      .filter((each) => each.state === state)
      .map(({ coin }) => coin)
      .join(', ');
  const [halted, degraded] = [of('halted'), of('degraded')];
  return [
    ...(halted === '' ? [] : [grave('market-halted', halted)]),
    ...(degraded === '' ? [] : [light('market-degraded', degraded)]),
  ];
}

const grave = (kind: AlarmKind, about: string, since: number | null = null): Alarm => ({ kind, about, since, isGrave: true }); // oxfmt-ignore
const light = (kind: AlarmKind, about: string, since: number | null = null): Alarm => ({ kind, about, since, isGrave: false }); // oxfmt-ignore
