// One call from its request to its reply: who asks, how often, is it well-formed, is it theirs, then the handler.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../kit/clock.ts';
import type { BoundCall, Session } from '../kit/feature.ts';
import { log } from '../kit/log.ts';
import { refuse } from '../kit/refuse.ts';
import { RequestContext } from './call-context.ts';
import { checkReply } from './check-reply.ts';
import { keyFromHeader } from './idempotency.ts';
import { comesFromOurPage } from './origin.ts';
import type { OriginCheck } from './origin.ts';
import type { PreparedCall } from './prepare-calls.ts';
import { addressKey } from './rate-limits.ts';
import type { Buckets } from './rate-limits.ts';
import { brief } from './read-fields.ts';
import type { Fields } from './read-fields.ts';
import { answerError, sendJson } from './send-answer.ts';
import type { SessionCookie } from './session-cookie.ts';

export interface SessionSource {
  /** The session of a cookie's token; a promise only when it isn't at hand, as awaiting costs every call a little. */
  find(token: string): Found | Promise<Found>;
}
type Found = Session | undefined;

export interface Door {
  clock: Clock;
  sessions: SessionSource;
  cookie: SessionCookie;
  isOriginAllowed: OriginCheck;
  /** Undefined when calls are not limited, as in benchmarks. */
  buckets: { session: Buckets; anonymous: Buckets; unknownToken: Buckets } | undefined;
  /** Checks each reply against its schema, for tests: a mismatch is a failure of the server. */
  checksReplies: boolean;
}

/** Which call a request makes, with which fields. Throws a refusal when it makes none. */
export type Target = (request: FastifyRequest) => { prepared: PreparedCall; fields: Fields };

const slowMs = 1_000;

export async function answerCall(
  door: Door,
  target: Target,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const startedAt = performance.now();
  let prepared: PreparedCall | undefined;
  try {
    if (request.method === 'POST') checkOrigin(door, request);
    const aim = target(request);
    prepared = aim.prepared;
    const receivedAt = door.clock.now();
    const { handle } = prepared;
    if (handle === undefined) refuse('demo-only');
    const found = findSession(door, request);
    const session = found instanceof Promise ? await found : found;
    const data = await runCall(door, { ...aim, handle, session, receivedAt, request, reply });
    if (door.checksReplies) checkReply(prepared.call, data);
    sendJson(reply, { httpStatus: 200, body: prepared.envelope.success(data) });
  } catch (error) {
    answerError({ error, request, reply, prepared });
  }
  if (prepared === undefined) return;
  const tookMs = performance.now() - startedAt;
  prepared.meter.took(tookMs);
  if (tookMs > slowMs) log.warn('slow call', { call: prepared.name, tookMs: Math.round(tookMs) });
}

interface Asked {
  prepared: PreparedCall;
  handle: BoundCall['handle'];
  fields: Fields;
  session: Session | undefined;
  receivedAt: number;
  request: FastifyRequest;
  reply: FastifyReply;
}

function runCall(door: Door, { prepared, handle, fields, session, receivedAt, request, reply }: Asked): unknown {
  const { call } = prepared;
  limitRate(door, session, request);
  if (call.who === 'self') {
    if (session === undefined) return refuse('login-required');
    checkSelfIds(prepared, { fields, session, request });
  }
  const key = request.method === 'POST' ? keyFromHeader(request.headers['idempotency-key']) : undefined;
  const payload = checkPayload(prepared, fields);
  const { cookie } = door;
  const { digestPath } = prepared;
  const context = new RequestContext({ request, reply, session, cookie, digestPath, payload, receivedAt, key });
  return handle(payload, context);
}

function checkOrigin(door: Door, request: FastifyRequest): void {
  if (comesFromOurPage(request.headers, door.isOriginAllowed)) return;
  const { origin, host } = request.headers;
  log.warn('security: request from another site', {
    origin: brief(origin ?? ''),
    host: brief(host ?? ''),
    ip: request.ip,
  });
  refuse('foreign-origin');
}

function findSession(door: Door, request: FastifyRequest): Found | Promise<Found> {
  const token = door.cookie.read(request);
  if (token === undefined) return undefined;
  const unknownToken = door.buckets?.unknownToken;
  if (unknownToken === undefined) return door.sessions.find(token);
  const address = addressKey(request.ip);
  const seconds = unknownToken.wait(address);
  if (seconds > 0) refuse('too-many-requests', { seconds: String(seconds) });
  const counted = (session: Found): Found => {
    if (session === undefined) unknownToken.take(address);
    return session;
  };
  const found = door.sessions.find(token);
  return found instanceof Promise ? found.then(counted) : counted(found);
}

function limitRate(door: Door, session: Session | undefined, request: FastifyRequest): void {
  if (door.buckets === undefined) return;
  const seconds = session
    ? door.buckets.session.take(session.sessionId)
    : door.buckets.anonymous.take(addressKey(request.ip));
  if (seconds > 0) refuse('too-many-requests', { seconds: String(seconds) });
}

/** Ids of persons are compared, never used: what a handler acts on is the session's own account. */
function checkSelfIds(
  prepared: PreparedCall,
  { fields, session, request }: { fields: Fields; session: Session; request: FastifyRequest },
): void {
  for (const field of prepared.call.selfIds ?? []) {
    const id = fields[field];
    if (typeof id !== 'string' || id === '')
      refuse('malformed', { field, problem: 'the id of your account is expected' });
    if (id === session.accountWireId) continue;
    const { accountId, sessionId } = session;
    log.warn('security: id of somebody else', { call: prepared.name, field, accountId, sessionId, ip: request.ip });
    refuse('not-yours', { field });
  }
}

function checkPayload(prepared: PreparedCall, fields: Fields): unknown {
  const result = prepared.call.payload.safeParse(fields);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  const problem = issue.code === 'unrecognized_keys' ? 'this call has no such field' : issue.message;
  return refuse('malformed', { field: brief(path.map(String).join('.')), problem: brief(problem) });
}
