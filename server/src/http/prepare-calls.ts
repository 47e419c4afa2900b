// Brings the calls of the products and their handlers together; a gap on either side stops the start.
import { callName, isEndpoint } from '@candor/wire';
import type { Action, Endpoint } from '@candor/wire';
import type { BoundCall } from '../kit/feature.ts';
import { envelopeOf } from './envelope.ts';
import type { Envelope } from './envelope.ts';
import { callMeter } from './meters.ts';
import type { CallMeter } from './meters.ts';
import type { Mode } from './session-cookie.ts';

type Call = Action | Endpoint;

export interface PreparedCall {
  call: Call;
  name: string;
  /** What the digest of a request starts with. */
  digestPath: string;
  /** Undefined for a call that this mode does not offer. */
  handle: BoundCall['handle'] | undefined;
  envelope: Envelope;
  meter: CallMeter;
}

export interface PreparedCalls {
  endpoints: PreparedCall[];
  actions: Map<string, PreparedCall>;
}

export function prepareCalls(options: {
  calls: readonly Call[];
  handlers: readonly BoundCall[];
  mode: Mode;
}): PreparedCalls {
  const { calls, handlers: bound, mode } = options;
  const problems = findGaps(calls, bound, mode);
  if (problems.length > 0) throw new Error(`calls and handlers do not match: ${problems.join('; ')}`);
  const handlers = new Map(bound.map(({ call, handle }) => [call, handle]));
  const prepared = calls.map((call): PreparedCall => {
    const name = callName(call);
    return {
      call,
      name,
      digestPath: isEndpoint(call) ? call.path : `/api/action#${call.name}`,
      handle: isOffered(call, mode) ? handlers.get(call) : undefined,
      envelope: envelopeOf(call),
      meter: callMeter(name),
    };
  });
  return {
    endpoints: prepared.filter(({ call }) => isEndpoint(call)),
    actions: new Map(prepared.filter(({ call }) => !isEndpoint(call)).map((one) => [one.name, one])),
  };
}

const isOffered = (call: Call, mode: Mode): boolean => !(call.isDemoOnly && mode === 'production');

function findGaps(calls: readonly Call[], bound: readonly BoundCall[], mode: Mode): string[] {
  const problems: string[] = [];
  const names = calls.map(callName);
  for (const name of new Set(names)) {
    if (names.indexOf(name) !== names.lastIndexOf(name)) problems.push(`${name} is in the table twice`);
  }
  for (const call of calls) {
    const times = bound.filter((one) => one.call === call).length;
    if (times > 1) problems.push(`${callName(call)} has ${times} handlers`);
    if (times === 0 && isOffered(call, mode)) problems.push(`${callName(call)} has no handler`);
  }
  for (const { call } of bound) {
    if (!calls.includes(call)) problems.push(`${callName(call)} has a handler but is not in the table`);
  }
  return problems;
}
