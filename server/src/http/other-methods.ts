// A path that is there answers a method that it doesn't take with those it takes, before anything of a body is read.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../kit/refuse.ts';
import { answerError } from './send-answer.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** Adds HEAD to GET, as monitors and caches send HEAD requests. Node leaves the body out of the response. */
export const withHead = (method: string): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  const method = methods.filter((one) => !allowed.includes(one));
  const refuseMethod = (request: FastifyRequest, reply: FastifyReply): void =>
    answerWrongMethod(request, reply, allowed);
  app.route({ method, url, onRequest: refuseMethod, handler: refuseMethod });
}

export function answerWrongMethod(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): void {
  reply.header('allow', allowed.join(', '));
  answerError({ error: new Refusal('method-not-allowed'), request, reply });
}
