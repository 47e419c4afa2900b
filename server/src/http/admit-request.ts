// The first thing that happens to a request, before a byte of its body is read: who asks, may they ask that often, under our
// name, and from a page of ours.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../kit/address-key.ts';
import { isOfOperator, type OperatorSession, type Session } from '../kit/feature.ts';
import { Refusal } from '../kit/refuse.ts';
import type { Door } from './answer-call.ts';
import { takeTokens } from './asker.ts';
import { noteRefusal, warnOfRefusal } from './note-refusal.ts';
import { comesFromOurPage } from './origin.ts';
import { brief } from './read-fields.ts';
import { answerError } from './send-answer.ts';

export function admitRequests(app: FastifyInstance, door: Door): void {
  app.decorateRequest('asker', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    findSession(door, request).then(
      (session) => admit(door, { request, reply, session, done }),
      (error: unknown) => admit(door, { request, reply, session: undefined, failure: { error }, done }),
    );
  });
}

/** What the framework can't route never comes by `admitRequests`, and counts all the same. */
export function answerUnroutable(
  door: Door,
  { error, request, reply }: { error: unknown; request: FastifyRequest; reply: FastifyReply },
): void {
  const seconds = door.buckets?.anonymous.take(addressKey(request.ip), 2) ?? 0;
  if (seconds > 0) return refuseForRate(door, { request, reply, seconds });
  answerError({ error, request, reply });
}

/** Of a call the session is looked up; of a page it counts only if it is at hand. */
async function findSession(door: Door, request: FastifyRequest): Promise<Session | OperatorSession | undefined> {
  const token = door.cookie.read(request);
  if (token === undefined) return undefined;
  return request.routeOptions.config.isCall ? door.sessions.find(token) : door.sessions.known(token);
}

interface Asking {
  request: FastifyRequest;
  reply: FastifyReply;
  session: Session | OperatorSession | undefined;
  failure?: { error: unknown };
  done: () => void;
}

function admit(door: Door, { request, reply, session, failure, done }: Asking): void {
  const { buckets } = door;
  const bucket = buckets && bucketOf(buckets, request, session);
  request.asker = { session, failure, foundAt: door.timers.now(), bucket };
  const seconds = takeTokens(request, request.routeOptions.config.weight ?? 1);
  if (seconds > 0) return refuseForRate(door, { request, reply, seconds });
  const refusal = misplaced(door, request);
  if (refusal) {
    noteRefusal(door, request, refusal);
    return answerError({ error: refusal, request, reply });
  }
  done();
}

function bucketOf(buckets: NonNullable<Door['buckets']>, request: FastifyRequest, session: Asking['session']) {
  if (session === undefined) return { of: buckets.anonymous, key: addressKey(request.ip) };
  return { of: buckets.account, key: isOfOperator(session) ? session.operatorId : session.accountId };
}

function refuseForRate(
  door: Door,
  { request, reply, seconds }: { request: FastifyRequest; reply: FastifyReply; seconds: number },
): void {
  const error = new Refusal('too-many-requests', { seconds: String(seconds) });
  warnOfRefusal(door, request, error);
  const answer = (): void => answerError({ error, request, reply });
  if (door.paceRefusals === undefined) return answer();
  door.paceRefusals(addressKey(request.ip), answer, () => request.raw.destroy());
}

/** A page of another site, or one that reached us under a name that we don't have. */
function misplaced(door: Door, request: FastifyRequest): Refusal | undefined {
  const { headers } = request;
  if (!door.isAddressAllowed(request.ip)) return new Refusal('network-refused');
  if (!request.routeOptions.config.isProbe && !door.origins.isOurHost(headers.host)) {
    door.warn(addressKey(request.ip), 'security: request under another name', {
      host: brief(headers.host ?? ''),
      ip: request.ip,
    });
    return new Refusal('unknown-host');
  }
  if (request.method !== 'POST' || comesFromOurPage(request, door.origins.isAllowed)) return undefined;
  const { origin = '', host = '' } = headers;
  door.warn(addressKey(request.ip), 'security: request from another site', {
    origin: brief(origin),
    host: brief(host),
    ip: request.ip,
  });
  return new Refusal('foreign-origin');
}
