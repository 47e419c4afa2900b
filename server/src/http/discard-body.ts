// Lets a body that nobody wants run out into nothing, so that its sender gets to read the refusal instead of a broken pipe.
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Beyond this the connection is cut; the time is bounded by the server's request timeout. */
const discardMax = 64 * 1024 * 1024;

export function discardBody(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (raw.complete || raw.destroyed) return;
  const length = parseInt(request.headers['content-length'] ?? '0', 10);
  if (length > discardMax) return;
  reply.removeHeader('connection');
  let discarded = 0;
  raw.on('data', (bytes: Buffer) => {
    discarded += bytes.length;
    if (discarded > discardMax) raw.destroy();
  });
}
