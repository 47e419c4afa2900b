// Sends JSON replies, and turns anything thrown into one. Details of failures go to the log only.
import { isDoneOnce } from '@candor/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { log } from '../kit/log.ts';
import { discardBody } from './discard-body.ts';
import { actionEnvelope, endpointEnvelope } from './envelope.ts';
import type { Answer, Envelope } from './envelope.ts';
import { toldOf } from './failure.ts';
import type { PreparedCall } from './prepare-calls.ts';
import { chargeRefusal } from './asker.ts';
import { brief } from './read-fields.ts';
import { apiHeaders } from './security-headers.ts';

export const actionPath = '/api/action';
const namelessAction = actionEnvelope('');
const plainEnvelope = endpointEnvelope();

export function sendJson(reply: FastifyReply, { httpStatus, body }: Answer): void {
  reply
    .code(httpStatus)
    .headers(apiHeaders(reply.request.protocol === 'https'))
    .send(body);
}

interface Failed {
  error: unknown;
  request: FastifyRequest;
  reply: FastifyReply;
  prepared?: PreparedCall | undefined;
}

export function answerError({ error, request, reply, prepared }: Failed): void {
  discardBody(request, reply);
  const envelope = prepared?.envelope ?? envelopeFor(request);
  const told = toldOf(error, request.method !== 'POST');
  if (told) {
    prepared?.meter.refused(told.code);
    chargeRefusal(request, told.code);
    if (told.facts['seconds'] !== undefined) reply.header('retry-after', told.facts['seconds']);
    return sendJson(reply, envelope.refusal(told.code, told.facts));
  }
  log.error('call failed', { requestId: request.id, call: prepared?.name ?? brief(request.url), error });
  // It may have failed after all was done, so nobody is told that nothing was.
  const code = prepared && isDoneOnce(prepared.call) ? 'outcome-unknown' : 'unknown-error';
  prepared?.meter.refused(code);
  sendJson(reply, envelope.refusal(code, { request_id: request.id }));
}

const envelopeFor = (request: FastifyRequest): Envelope =>
  request.url === actionPath || request.url.startsWith(`${actionPath}?`) ? namelessAction : plainEnvelope;
