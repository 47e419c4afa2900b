// Processor time of other processes.
import { childrenOf, serverProcesses, statOf } from '../../server/src/kit/processes.test-support.ts';

/** Of a server's own processes, its database left out. */
export const cpuSecondsOfServer = (main: number): number => sum(serverProcesses(main));

/** Of a process and all that it started and that still run. */
export const cpuSecondsOfFamily = (pid: number): number | undefined => statOf(pid) && sum([pid, ...childrenOf(pid)]);

const sum = (pids: readonly number[]): number => pids.reduce((total, pid) => total + (statOf(pid)?.cpuSeconds ?? 0), 0);
