// An answer that is the same for everyone: packed once, named by a digest of its bytes, and not sent again to who has it.
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chargeBytes } from './asker.ts';

export interface PreparedAnswer {
  contentType: string;
  cacheControl: string;
  /** By the name of the encoding, best first; `identity` is last. */
  encoded: { encoding: 'br' | 'gzip' | 'identity'; bytes: Buffer; etag: string }[];
}

interface AnswerToPrepare {
  contentType: string;
  cacheControl: string;
  text: string;
  /** Smaller than gzip and dearer to make: for what is asked for often and long. */
  withBrotli?: boolean;
}

const packGzip = promisify(gzip);
const packBrotli = promisify(brotliCompress);
/** Below it packing saves nobody anything. */
const packedFrom = 1_024;
const brotliQuality = 9;

/** Packs outside of the event loop. */
export async function prepareAnswer(options: AnswerToPrepare): Promise<PreparedAnswer> {
  const { contentType, cacheControl, text, withBrotli = false } = options;
  const plain = Buffer.from(text);
  const digest = hash('sha256', plain, 'base64url').slice(0, 22);
  const isPacked = plain.length >= packedFrom;
  const [br, gz] = await Promise.all([
    isPacked && withBrotli
      ? packBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : undefined,
    isPacked ? packGzip(plain) : undefined,
  ]);
  const encoded: PreparedAnswer['encoded'] = [];
  if (br) encoded.push({ encoding: 'br', bytes: br, etag: `"${digest}-br"` });
  if (gz) encoded.push({ encoding: 'gzip', bytes: gz, etag: `"${digest}-gz"` });
  encoded.push({ encoding: 'identity', bytes: plain, etag: `"${digest}"` });
  return { contentType, cacheControl, encoded };
}

export function sendPrepared(request: FastifyRequest, reply: FastifyReply, answer: PreparedAnswer): void {
  const accepted = acceptedEncodings(request.headers['accept-encoding'] ?? '');
  const chosen = answer.encoded.find(({ encoding }) => accepted.has(encoding)) ?? answer.encoded.at(-1)!;
  reply.header('cache-control', answer.cacheControl).header('etag', chosen.etag).header('vary', 'accept-encoding');
  if (isNamed(request.headers['if-none-match'], chosen.etag)) return void reply.code(304).send();
  chargeBytes(request, chosen.bytes.length);
  if (chosen.encoding !== 'identity') reply.header('content-encoding', chosen.encoding);
  reply.type(answer.contentType).send(chosen.bytes);
}

/** Those that Accept-Encoding names without `q=0`. */
export function acceptedEncodings(header: string): Set<string> {
  const named = header.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return new Set(named);
}

const isNamed = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((name) => name.trim().replace(/^W\//, '') === etag) ?? false;
