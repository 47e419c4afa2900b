// The ports that a start takes. One that was asked for is waited for a moment and then said to be taken; else the next free ones are.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartProblem } from './kit/start-problem.ts';
import { portMax } from './setting-forms.ts';

export interface DoorWanted {
  /** What sets its port. */
  setting: 'PORT' | 'CONSOLE_PORT' | 'METRICS_PORT';
  port: number;
  /** It was set: no other one will do. */
  isGiven: boolean;
  /** Where it listens, if not where the others do. */
  host?: string;
}
type Door = Required<DoorWanted>;

/** Tried for each door. */
const portsMax = 50;
/** So that customers and operators keep their places beside each other. */
const step = 2;
/** A process that was killed may hold its port a moment longer than it lives. */
const triesMax = 10;

/** A port for each door, in their order; refuses with a StartProblem where one can't be had. */
export async function choosePorts(
  host: string,
  wanted: readonly DoorWanted[],
  { pauseMs = 200 } = {},
): Promise<number[]> {
  const doors = wanted.map((door) => ({ host, ...door }));
  refuseSame(doors.filter(({ isGiven }) => isGiven));
  for (const door of doors)
    if (door.isGiven && !(await isFreeSoon(door, pauseMs)))
      throw new StartProblem(`Port ${door.port} is in use by another program: end that one, or set ${door.setting} to a free one.`); // oxfmt-ignore
  for (let tries = 0; tries < portsMax; tries++) {
    const tried = doors.map((door) => ({ ...door, port: door.isGiven ? door.port : portAt(door.port, tries) }));
    if (await areFree(tried)) return tried.map(({ port }) => port);
  }
  throw new StartProblem(`No port from ${doors[0]!.port} on is free: set ${doors.map(({ setting }) => setting).join(' and ')} to ones that are.`); // oxfmt-ignore
}

/** Behind the last port of all, those before it are tried. */
function portAt(port: number, tries: number): number {
  if (port === 0) return 0;
  const next = port + tries * step;
  return next <= portMax ? next : next - portsMax * step;
}

/** Nobody waits for a port that this very start would take. */
function refuseSame(given: readonly Door[]): void {
  for (const [place, { port, host, setting }] of given.entries()) {
    const other = given.slice(0, place).find((door) => port !== 0 && door.port === port && door.host === host);
    if (other) throw new StartProblem(`${other.setting} and ${setting} are both ${port}: set one of them to another port.`); // oxfmt-ignore
  }
}

async function areFree(doors: readonly Door[]): Promise<boolean> {
  const named = doors.filter(({ port }) => port !== 0).map(({ host, port }) => `${host} ${port}`);
  if (new Set(named).size < named.length) return false;
  for (const door of doors) if (!door.isGiven && !(await isFree(door))) return false;
  return true;
}

async function isFreeSoon(door: Door, pauseMs: number): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    if (await isFree(door)) return true;
    if (tries === triesMax) return false;
    await sleep(pauseMs);
  }
}

/** Refuses what no waiting helps against: an address that is not this machine's, a port that its user may not open. */
function isFree(door: Door): Promise<boolean> {
  const { host, port } = door;
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(problemOf(error, door));
    });
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

function problemOf(error: NodeJS.ErrnoException, { setting, host, port }: Door): Error {
  if (error.code === 'EACCES')
    return new StartProblem(`Port ${port} may not be opened by this user: set ${setting} to one from 1024 on.`);
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(error.code ?? ''))
    return new StartProblem(`${setting === 'METRICS_PORT' ? 'METRICS_HOST' : 'HOST'}=${host} is no address of this machine: 127.0.0.1 is this machine alone, 0.0.0.0 all of its networks.`); // oxfmt-ignore
  return error;
}
