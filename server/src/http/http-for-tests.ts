// A door for tests: any table of calls, handlers that remember what reached them, and two people with a session.
import { calls as allCalls } from '@candor/wire';
import type { Action, Endpoint, Uuid, WireId } from '@candor/wire';
import { manualClock } from '../kit/clock.ts';
import type { BoundCall, CallContext, Session } from '../kit/feature.ts';
import { log } from '../kit/log.ts';
import { createHttp } from './create-http.ts';
import type { HttpOptions } from './create-http.ts';

export const ann = sessionOf('1');
export const ben = sessionOf('2');
export const tokenOf = (session: Session): string => `token-of-${session.sessionId}`;
export const cookieOf = (session: Session): string => `__Host-candor=${tokenOf(session)}`;

export interface Reached {
  call: Action | Endpoint;
  payload: unknown;
  context: CallContext;
}

export type TestDoorOptions = Partial<HttpOptions> & {
  /** What the handlers do; by default they answer an empty object. */
  handle?: (reached: Reached) => unknown;
};

export async function openTestDoor({ handle = () => ({}), ...options }: TestDoorOptions = {}) {
  log.setLevel('silent');
  const reached: Reached[] = [];
  const clock = manualClock(Date.UTC(2026, 10, 20));
  const calls = options.calls ?? allCalls;
  const bound = calls.map((call): BoundCall => ({
    call,
    handle: async (payload, context) => {
      reached.push({ call, payload, context });
      return handle({ call, payload, context });
    },
  }));
  const sessions = new Map([ann, ben].map((session) => [tokenOf(session), session]));
  const http = await createHttp({
    features: [{ name: 'everything', calls: bound }],
    sessions: { find: async (token) => sessions.get(token) },
    clock,
    mode: 'demo',
    version: '0.0.0-test',
    allowedOrigins: [],
    onUpgrade: (_request, socket) => socket.destroy(),
    isReady: () => true,
    status: () => ({ source: 'simulated' }),
    limits: 'off',
    ...options,
  });
  return { ...http, clock, reached, calls };
}

function sessionOf(digit: string): Session {
  const id = `0000000${digit}-0000-7000-8000-000000000000` as Uuid;
  return {
    sessionId: id,
    accountId: id,
    accountWireId: `acc_0000000000000000000000000${digit}` as WireId,
    book: 'real',
    isVerified: true,
  };
}
