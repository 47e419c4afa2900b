// The ports that a start takes. One that was asked for is waited for a moment and then said to be taken; else the next free ones are.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartProblem } from './kit/start-problem.ts';

export interface DoorWanted {
  /** What sets its port. */
  setting: 'PORT' | 'CONSOLE_PORT';
  port: number;
  /** It was set: no other one will do. */
  isGiven: boolean;
}

/** Tried for each door. */
const portsMax = 50;
/** So that customers and operators keep their places beside each other. */
const step = 2;
/** A process that was killed may hold its port a moment longer than it lives. */
const triesMax = 10;

/** A port for each door, in their order; refuses with a StartProblem where one can't be had. */
export async function choosePorts(
  host: string,
  doors: readonly DoorWanted[],
  { pauseMs = 200 } = {},
): Promise<number[]> {
  for (const { setting, port, isGiven } of doors)
    if (isGiven && !(await isFreeSoon(host, port, pauseMs)))
      throw new StartProblem(`Port ${port} is in use by another program: end that one, or set ${setting} to a free one.`); // oxfmt-ignore
  for (let tries = 0; tries < portsMax; tries++) {
    const ports = doors.map(({ port, isGiven }) => (isGiven || port === 0 ? port : port + tries * step));
    const asked = doors.map(({ isGiven }) => isGiven);
    if (await areFree(host, ports, asked)) return ports;
  }
  throw new StartProblem(`No port from ${doors[0]!.port} on is free: set ${doors.map(({ setting }) => setting).join(' and ')} to ones that are.`); // oxfmt-ignore
}

async function areFree(host: string, ports: readonly number[], asked: readonly boolean[]): Promise<boolean> {
  const named = ports.filter((port) => port !== 0);
  if (new Set(named).size < named.length) return false;
  for (const [place, port] of ports.entries()) if (!asked[place] && !(await isFree(host, port))) return false;
  return true;
}

async function isFreeSoon(host: string, port: number, pauseMs: number): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    if (await isFree(host, port)) return true;
    if (tries === triesMax) return false;
    await sleep(pauseMs);
  }
}

/** Refuses what no waiting helps against: an address that is not this machine's, a port that its user may not open. */
function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(problemOf(error, host, port));
    });
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

function problemOf(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EACCES')
    return new StartProblem(`Port ${port} may not be opened by this user: set PORT to one from 1024 on.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return new StartProblem(`HOST=${host} is no address of this machine: 127.0.0.1 is this machine alone, 0.0.0.0 all of its networks.`); // oxfmt-ignore
  return error;
}
