// Sends JSON replies, and turns anything thrown into one. Details of failures go to the log only.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { log } from '../kit/log.ts';
import { discardBody } from './discard-body.ts';
import { actionEnvelope, endpointEnvelope } from './envelope.ts';
import type { Answer, Envelope } from './envelope.ts';
import { toldOf } from './failure.ts';
import type { PreparedCall } from './prepare-calls.ts';
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
    return sendJson(reply, envelope.refusal(told.code, told.facts));
  }
  prepared?.meter.refused('unknown-error');
  const requestId = request.id;
  const detail = error instanceof Error ? error.stack : String(error);
  log.error('call failed', { requestId, call: prepared?.name ?? brief(request.url), detail });
  sendJson(reply, envelope.failure(requestId));
}

const envelopeFor = (request: FastifyRequest): Envelope =>
  request.url === actionPath || request.url.startsWith(`${actionPath}?`) ? namelessAction : plainEnvelope;
