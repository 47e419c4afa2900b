// A door for tests: any table of calls, handlers that remember what reached them, and two people with a session.
import { randomUUID } from 'node:crypto';
import { defineEndpoint, text, type Action, type Endpoint, type Uuid, type WireId } from '@candor/wire';
import { z } from 'zod';
import { manualClock } from '../kit/clock.ts';
import type { Clock } from '../kit/clock.ts';
import { callerKind, callsOf, type CallSection } from '../kit/product.ts';
import { sections as everySection } from '../products.ts';
import type { BoundCall, CallContext, Session } from '../kit/feature.ts';
import { log } from '../kit/log.ts';
import { createHttp } from './create-http.ts';
import type { HttpOptions } from './create-http.ts';
import type { ClaimKey } from './idempotency.ts';

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
  /** Instead of the products' own. */
  calls?: readonly (Action | Endpoint)[];
  /** What the handlers do; by default they answer an empty object. */
  handle?: (reached: Reached) => unknown;
};

/** A call of no product, that anyone may make. */
export const endpoint = (path: `/${string}`, more: Partial<Endpoint> = {}): Endpoint =>
  defineEndpoint({
    method: 'POST',
    path,
    summary: 'Does it.',
    who: 'anyone',
    payload: z.strictObject({ name: text(0, 20).default('') }),
    reply: z.object({}),
    refusals: [],
    ...more,
  });
/** One that takes whatever is sent. */
export const one = endpoint('/api/one', { payload: z.looseObject({}) });

/** Calls of no product, by who may make them as wire says. */
export const sectionOf = (calls: readonly (Action | Endpoint)[]): CallSection => ({
  title: 'Other',
  text: 'Calls of no product.',
  ...Object.groupBy(calls, ({ who }) => callerKind(who)),
});

export async function openTestDoor({ handle = () => ({}), ...options }: TestDoorOptions = {}) {
  log.setLevel('silent');
  const reached: Reached[] = [];
  const clock = manualClock(Date.UTC(2026, 10, 20));
  const sections = options.calls ? [sectionOf(options.calls)] : everySection;
  const calls = callsOf(sections);
  const bound = calls.map((call): BoundCall => ({
    call,
    handle: async (payload, context) => {
      reached.push({ call, payload, context });
      return handle({ call, payload, context });
    },
  }));
  const sessions = new Map([ann, ben].map((session) => [tokenOf(session), session]));
  const http = await createHttp({
    sections,
    handlers: bound,
    sessions: { find: async (token) => sessions.get(token), known: (token) => sessions.get(token) },
    claimKey: createClaims(clock),
    clock,
    mode: 'demo',
    version: '0.0.0-test',
    allowedOrigins: [],
    onUpgrade: (_request, socket) => socket.destroy(),
    readiness: () => ({ ready: true }),
    status: () => ({ source: 'simulated' }),
    limits: 'off',
    ...options,
  });
  return { ...http, clock, reached, calls };
}

/** What the database does, in memory. */
function createClaims(clock: Clock): ClaimKey {
  const claims = new Map<string, { key: Uuid; at: number }>();
  return async ({ caller, digest }) => {
    const name = `${caller} ${digest.toString('hex')}`;
    const claim = claims.get(name);
    if (claim && clock.now() < claim.at + 2_000) return claim.key;
    const key = randomUUID() as Uuid;
    claims.set(name, { key, at: clock.now() });
    return key;
  };
}

function sessionOf(digit: string): Session {
  const id = `0000000${digit}-0000-7000-8000-000000000000` as Uuid;
  return {
    sessionId: id,
    accountId: id,
    accountWireId: `acc_0000000000000000000000000${digit}` as WireId,
    book: 'real',
    isVerified: true,
    isFrozen: false,
    owesAcceptance: false,
    isOverdue: false,
  };
}
