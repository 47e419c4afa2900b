// A bucket on this machine for tests, as little of S3 as is asked for: objects by path, and what may happen to a request on its way.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketOptions } from '../../src/kit/bucket.ts';
import { toldPatience } from './told-patience.ts';

type Mishap = number | 'cut-before' | 'cut-after' | 'silent';

interface BucketServer {
  options: BucketOptions;
  objects: Map<string, { bytes: Buffer; writtenAt: number }>;
  /** What comes of the next requests, in turn: a status instead of an answer, or a connection that is lost before or after the work, or nothing until it is waited for no more. */
  mishaps: Mishap[];
  /** Methods and paths in the order of arrival. */
  asked: string[];
  /** Closes the requests that are still waiting for an answer, as after a timeout of the client. */
  endPatience(): void;
  close(): Promise<void>;
}

const keyId = 'AKIDTEST';
const pageMax = 3;
const signature = new RegExp(
  `^AWS4-HMAC-SHA256 Credential=${keyId}/\\d{8}/eu-test-1/s3/aws4_request, SignedHeaders=host;(?:if-none-match;)?x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$`,
);

export async function openBucketServer(): Promise<BucketServer> {
  const objects: BucketServer['objects'] = new Map();
  const [mishaps, asked]: [Mishap[], string[]] = [[], []];
  const patience = toldPatience();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.writeHead(500).end());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request);
    const { pathname, searchParams } = new URL(request.url!, 'http://bucket');
    asked.push(`${request.method} ${pathname}`);
    const mishap = mishaps.shift();
    if (mishap === 'silent') return patience.end();
    if (mishap === 'cut-before') return void request.socket.destroy();
    if (typeof mishap === 'number') return say(response, mishap, 'InternalError');
    if (!isSigned(request, bytes)) return say(response, 403, 'SignatureDoesNotMatch');
    if (request.headers['if-none-match'] === '*' && objects.has(pathname))
      return say(response, 412, 'PreconditionFailed');
    const done = (): void => work(request.method!, { pathname, searchParams, bytes, response });
    if (mishap !== 'cut-after') return done();
    if (request.method === 'PUT') objects.set(pathname, { bytes, writtenAt: Date.now() });
    request.socket.destroy();
  }

  function work(
    method: string,
    { pathname, searchParams, bytes, response }: { pathname: string; searchParams: URLSearchParams; bytes: Buffer; response: ServerResponse }, // oxfmt-ignore
  ): void {
    if (searchParams.get('list-type') === '2') return list(`${pathname}/${searchParams.get('prefix')}`, searchParams.get('continuation-token') ?? '', response); // oxfmt-ignore
    if (method === 'PUT') objects.set(pathname, { bytes, writtenAt: Date.now() });
    if (method === 'PUT') return void response.end();
    const found = objects.get(pathname);
    if (method === 'DELETE') objects.delete(pathname);
    if (method === 'DELETE') return void response.writeHead(204).end();
    if (found) response.end(found.bytes);
    else say(response, 404, 'NoSuchKey');
  }

  function list(folder: string, after: string, response: ServerResponse): void {
    const found = [...objects.keys()].filter((path) => path.startsWith(folder) && path > after).toSorted();
    const page = found.slice(0, pageMax);
    const contents = page.map((path) => `<Contents><Key>${path.split('/').slice(2).join('/')}</Key><LastModified>${new Date(objects.get(path)!.writtenAt).toISOString()}</LastModified></Contents>`); // oxfmt-ignore
    const more = `<IsTruncated>${found.length > pageMax}</IsTruncated><NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>`; // oxfmt-ignore
    response.end(`<?xml version="1.0"?><ListBucketResult>${more}${contents.join('')}</ListBucketResult>`);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pictures/kept`;
  return {
    options: { url, region: 'eu-test-1', keyId, secret: 'canary-secret', patience: patience.patience, pauseMs: 0 },
    objects,
    mishaps,
    asked,
    endPatience: patience.end,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const say = (response: ServerResponse, status: number, code: string): void =>
  void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);

/** Over what it carries, whose length is told before: services take nothing else. */
const isSigned = ({ method, headers }: IncomingMessage, bytes: Buffer): boolean =>
  signature.test(headers.authorization ?? '') &&
  headers['x-amz-content-sha256'] === createHash('sha256').update(bytes).digest('hex') &&
  (method !== 'PUT' || headers['content-length'] === String(bytes.length));
