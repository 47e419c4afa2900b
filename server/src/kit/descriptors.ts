// How many connections the process may hold, so that files, the database and its supervisor never lack a descriptor.
import { readFileSync } from 'node:fs';

export interface ConnectionsAllowed {
  total: number;
  /** Of them, those that became WebSockets. */
  forSockets: number;
  /** Of them, those that speak HTTP. */
  forHttp: number;
}

/** For the pool, log files, outgoing connections and a supervisor that looks at processes. */
const reserved = 256;
/** Past it memory is short before descriptors are. */
const totalMax = 60_000;
/** Where the limit can't be read, the smallest one that systems give. */
const unknownLimit = 1_024;

/** Half for sockets, which stay; half for HTTP, which comes and goes. */
export function connectionsAllowed(limit = descriptorLimit()): ConnectionsAllowed {
  const total = Math.min(totalMax, Math.max(limit - reserved, limit >> 1));
  const forSockets = total >> 1;
  return { total, forSockets, forHttp: total - forSockets };
}

function descriptorLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    if (soft === 'unlimited') return totalMax + reserved;
    return soft === undefined ? unknownLimit : parseInt(soft, 10);
  } catch {
    return unknownLimit;
  }
}
