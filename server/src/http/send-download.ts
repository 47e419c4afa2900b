// Sends a file. Who has it already, by its tag, is told so and costs no reading.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Download } from '../kit/download.ts';
import { apiHeaders } from './security-headers.ts';

export function sendDownload(request: FastifyRequest, reply: FastifyReply, download: Download): void {
  const { fileName, contentType, isFinal, isPrivate } = download;
  const etag = `"${download.tag}"`;
  const isKnown = !isPrivate && (request.headers['if-none-match'] ?? '').split(',').some((one) => one.trim() === etag);
  const content = isKnown || request.method === 'HEAD' ? undefined : download.open();
  reply
    .code(isKnown ? 304 : 200)
    .headers({
      ...apiHeaders(request.protocol === 'https'),
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': isPrivate ? 'no-store' : isFinal ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(isPrivate ? {} : { etag }),
    })
    .send(content);
}
