// One call of a request that was admitted, to its reply: is it well-formed, is it theirs, then the handler.
import {
  isDoneOnce,
  isEndpoint,
  letsIn,
  perDayOf,
  rolesFor,
  takesPlacedAt,
  type Action,
  type Endpoint,
} from '@candor/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock, Timers } from '../kit/clock.ts';
import type { CountCall } from '../kit/count-calls.ts';
import { countRows, type CountLook, type NoteLook, type NoteRefusedCall } from '../kit/audit-log.ts';
import { isDownload } from '../kit/download.ts';
import { isOfOperator, type BoundCall, type OperatorSession, type Session } from '../kit/feature.ts';
import { log } from '../kit/log.ts';
import { isRawJson } from '../kit/raw-json.ts';
import type { RawJson } from '../kit/raw-json.ts';
import { refuse } from '../kit/refuse.ts';
import { takeTokens } from './asker.ts';
import { RequestContext } from './call-context.ts';
import { checkRefusal, checkReply } from './check-reply.ts';
import { keyFromHeader } from './idempotency.ts';
import type { ClaimKey } from './idempotency.ts';
import { noteRefusal, warnOfRefusal } from './note-refusal.ts';
import { comesFromPage } from './origin.ts';
import type { Origins } from './origin.ts';
import type { PaceRefusals } from './pace-refusals.ts';
import type { PreparedCall } from './prepare-calls.ts';
import { placedAtOf } from './placed-at.ts';
import { prepareAnswer, sendPrepared } from './prepared-answer.ts';
import type { PreparedAnswer } from './prepared-answer.ts';
import type { Buckets } from './rate-limits.ts';
import { brief } from './read-fields.ts';
import type { Fields } from './read-fields.ts';
import type { WarnSampled } from './sampled-warnings.ts';
import { apiHeaders } from './security-headers.ts';
import { answerError, sendJson } from './send-answer.ts';
import { sendDownload } from './send-download.ts';
import type { SessionCookie } from './session-cookie.ts';

export interface SessionSource {
  /** The session of a cookie's token. */
  find: (token: string) => Promise<Session | OperatorSession | undefined>;
  /** The same if it is at hand, without asking for it. */
  known: (token: string) => Session | OperatorSession | undefined;
  /** Notes that an operator has acted in it; reads come from pages that nobody may be looking at. */
  used?: (session: OperatorSession) => Promise<void>;
}

export interface Door {
  clock: Clock;
  timers: Pick<Timers, 'now'>;
  sessions: SessionSource;
  cookie: SessionCookie;
  claimKey: ClaimKey;
  origins: Origins;
  warn: WarnSampled;
  /** Apart from those, so that whoever is refused again and again hides none of them. */
  warnOfRefused: WarnSampled;
  /** Undefined when calls are not limited, as in benchmarks. */
  buckets: { account: Buckets; anonymous: Buckets } | undefined;
  paceRefusals: PaceRefusals | undefined;
  /** Checks each reply against its schema and each refusal against the table, for tests: a mismatch is a failure of the server. */
  checksReplies: boolean;
  isAddressAllowed: (address: string) => boolean;
  /** Undefined where no call tells operators of customers. */
  noteLook: NoteLook | undefined;
  /** Undefined where looks are not bound, as in tests of the door alone. */
  countLook: CountLook | undefined;
  /** Undefined where calls of a day are not counted, as in tests of the door alone. */
  countCall: CountCall | undefined;
  /** Undefined at the customers' door. */
  noteRefusedCall: NoteRefusedCall | undefined;
}

/** Which call a request makes, with which fields. Throws a refusal when it makes none. */
export type Target = (request: FastifyRequest) => { prepared: PreparedCall; fields: Fields };

const slowMs = 1_000;
/** A session may have ended while the body was coming, so one that was found longer ago is looked up again. */
const sessionTrustMs = 1_000;

export async function answerCall(
  door: Door,
  target: Target,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const startedAt = performance.now();
  let prepared: PreparedCall | undefined;
  try {
    const aim = target(request);
    prepared = aim.prepared;
    const receivedAt = door.clock.now();
    const { handle } = prepared;
    if (handle === undefined) refuse('demo-only');
    const session = await sessionOf(door, request);
    const data = await runCall(door, { ...aim, handle, session, receivedAt, request, reply });
    if (isDownload(data)) sendDownload(request, reply, data);
    else {
      if (door.checksReplies) checkReply(prepared.call, data);
      if (isRawJson(data) && isWorthPacking(data)) await sendPacked({ prepared, data, request, reply });
      else sendJson(reply, { httpStatus: 200, body: prepared.envelope.success(data) });
    }
  } catch (error) {
    noteRefusal(door, request, error);
    warnOfRefusal(door, request, error);
    const checked = door.checksReplies && prepared ? checkRefusal(prepared.call, error) : error;
    answerError({ error: checked, request, reply, prepared });
  }
  if (prepared === undefined) return;
  const tookMs = performance.now() - startedAt;
  prepared.meter.took(tookMs);
  if (tookMs > slowMs) log.warn('slow call', { call: prepared.name, tookMs: Math.round(tookMs) });
}

/** By the object that its feature keeps, so that an answer is forgotten together with it. */
const packed = new WeakMap<RawJson, Promise<PreparedAnswer>>();
/** Those that one has asked for: to pack what nobody else wants would cost more than it saves. */
const askedForOnce = new WeakSet<RawJson>();
const forEver = 'public, max-age=31536000, immutable';

function isWorthPacking(data: RawJson): boolean {
  if (data.isImmutable || packed.has(data)) return true;
  if (!data.isShared) return false;
  if (askedForOnce.has(data)) return true;
  askedForOnce.add(data);
  return false;
}

async function sendPacked(sending: {
  prepared: PreparedCall;
  data: RawJson;
  request: FastifyRequest;
  reply: FastifyReply;
}): Promise<void> {
  const { prepared, data, request, reply } = sending;
  const contentType = 'application/json; charset=utf-8';
  let answer = packed.get(data);
  if (answer === undefined) {
    const cacheControl = data.isImmutable ? forEver : 'no-store';
    answer = prepareAnswer({ contentType, cacheControl, text: prepared.envelope.success(data) });
    packed.set(data, answer);
  }
  reply.headers(apiHeaders(request.protocol === 'https'));
  sendPrepared(request, reply, await answer);
}

interface Asked {
  prepared: PreparedCall;
  handle: BoundCall['handle'];
  fields: Fields;
  session: Session | OperatorSession | undefined;
  receivedAt: number;
  request: FastifyRequest;
  reply: FastifyReply;
}

function runCall(door: Door, { prepared, handle, fields, session, receivedAt, request, reply }: Asked): unknown {
  const { call, digestPath } = prepared;
  if (call.who === 'self') {
    if (session === undefined || isOfOperator(session)) return refuse('login-required');
    checkSelfIds(door, prepared, { fields, session, request });
    if (movesMoney(call) && !call.isForFrozen) {
      if (session.isFrozen) return refuse('account-frozen');
      if (session.owesAcceptance) return refuse('legal-not-accepted');
      if (session.isOverdue && call.spendsUsdt) return refuse('loan-overdue', { redirect: '/borrowhistory' });
    }
  } else if (call.who !== 'anyone') {
    if (session === undefined || !isOfOperator(session)) return refuse('login-required');
    checkOperator(call, { session, now: receivedAt });
  }
  const key = request.method === 'POST' ? keyFromHeader(request.headers['idempotency-key']) : undefined;
  const isKeyless = key === undefined && isDoneOnce(call);
  if (isKeyless && comesFromPage(request.headers)) refuse('key-required');
  const payload = checkPayload(prepared, fields);
  chargeDepth(request, payload);
  const { cookie } = door;
  const placedAt = takesPlacedAt(call) ? placedAtOf(request.headers['placed-at'], receivedAt) : undefined;
  const context = new RequestContext({ request, reply, session, cookie, digestPath, payload, receivedAt, key, placedAt }); // oxfmt-ignore
  const act = withinDay(door, prepared, context, () =>
    isKeyless ? handleKeyless(door, { handle, payload, context }) : handle(payload, context),
  );
  const answer = request.method === 'POST' && call.who !== 'anyone' ? () => afterUse(door, context, act) : act;
  return call.looksAt === undefined || !isEndpoint(call) ? answer() : answerLook(door, { call, payload, context, answer }); // oxfmt-ignore
}

/** What costs nothing and leaves rows is counted before it is done. */
function withinDay(
  { countCall }: Door,
  { call, name }: PreparedCall,
  { session, receivedAt }: RequestContext,
  act: () => unknown,
): () => unknown {
  const perDay = perDayOf(call);
  if (perDay === undefined || !countCall || !session) return act;
  return async () => {
    const refusal = await countCall({ accountId: session.accountId, name, perDay, at: receivedAt });
    if (refusal) throw refusal;
    return act();
  };
}

/** Only of a request that came from our page and was admitted: another site's would keep a session open that nobody uses. */
function afterUse({ sessions }: Door, { operator }: RequestContext, act: () => unknown): unknown {
  return operator && sessions.used ? sessions.used(operator).then(act) : act();
}

/** Nothing of customers is shown to an operator before it is counted and a row of the audit log says so. */
async function answerLook(
  door: Door,
  look: { call: Endpoint; payload: unknown; context: RequestContext; answer: () => unknown },
): Promise<unknown> {
  const asked = { operator: look.context.operator!, call: look.call, payload: look.payload };
  await door.countLook?.before(asked);
  const { answer: data, rows } = await countRows(look.answer);
  await door.countLook?.after({ ...asked, data });
  if (rows === 0) await door.noteLook!({ ...asked, data });
  return data;
}

async function handleKeyless(
  door: Door,
  { handle, payload, context }: { handle: BoundCall['handle']; payload: unknown; context: RequestContext },
): Promise<unknown> {
  const caller = (context.session ?? context.operator)?.sessionId ?? context.ip;
  context.useKey(await door.claimKey({ caller, digest: context.digest }));
  return handle(payload, context);
}

/** A page deep in a list makes the database count its way there. */
const rowsPerToken = 1_000;

function chargeDepth(request: FastifyRequest, payload: unknown): void {
  const { current_page: page, pagesize: size } = payload as { current_page?: unknown; pagesize?: unknown };
  if (typeof page !== 'number' || typeof size !== 'number') return;
  const weight = Math.floor(((page - 1) * size) / rowsPerToken);
  const seconds = weight === 0 ? 0 : takeTokens(request, weight);
  if (seconds > 0) refuse('too-many-requests', { seconds: String(seconds) });
}

async function sessionOf(door: Door, request: FastifyRequest): Promise<Asked['session']> {
  const asker = request.asker!;
  if (asker.failure) throw asker.failure.error;
  if (door.timers.now() - asker.foundAt < sessionTrustMs) return asker.session;
  const token = door.cookie.read(request);
  return token === undefined ? undefined : door.sessions.find(token);
}

const movesMoney = (call: Action | Endpoint): boolean => isEndpoint(call) && call.movesMoney === true;

function checkOperator(call: Action | Endpoint, { session, now }: { session: OperatorSession; now: number }): void {
  if (!letsIn(call, session)) refuse('role-missing', { roles: rolesFor(call).join(', ') });
  if (call.needsStepUp && now >= session.steppedUpUntil) refuse('step-up-required');
}

/** Ids of persons are compared, never used: what a handler acts on is the session's own account. */
function checkSelfIds(
  door: Door,
  prepared: PreparedCall,
  { fields, session, request }: { fields: Fields; session: Session; request: FastifyRequest },
): void {
  for (const field of prepared.call.selfIds ?? []) {
    const id = fields[field];
    if (typeof id !== 'string' || id === '')
      refuse('malformed', { field, problem: 'the id of your account is expected' });
    if (id === session.accountWireId) continue;
    const { accountId, sessionId } = session;
    const details = { call: prepared.name, field, accountId, sessionId, ip: request.ip };
    door.warn(accountId, 'security: id of somebody else', details);
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
