// Pages and their files: those of the built app, those that the server renders itself, and an honest 404 for the rest.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import helmet from '@fastify/helmet';
import files from '@fastify/static';
import { refusals } from '@candor/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../kit/refuse.ts';
import { chargeBytes, chargeRefusal } from './asker.ts';
import { answerWrongMethod } from './other-methods.ts';
import { acceptedEncodings, prepareAnswer, sendPrepared } from './prepared-answer.ts';
import type { PreparedAnswer } from './prepared-answer.ts';
import { pageHeaders, permissionsPolicy } from './security-headers.ts';
import type { PagePolicy } from './security-headers.ts';
import { answerError } from './send-answer.ts';

/** A page that the server renders itself: once, when it is first asked for. */
export interface Page {
  contentType: string;
  body: () => string | Promise<string>;
  /** Another content security policy than that of the app. */
  policy?: PagePolicy;
  /** Asked for anew each time, by its name, unless given. */
  cacheControl?: string;
}

export interface PagesOptions {
  /** Path → page, e.g. `/docs`. They come before files of the same name. */
  pages: ReadonlyMap<string, Page>;
  /** The built app: its files, and index.html at `/`. Its places stand behind the `#`, so that no other path is a page. */
  publicDirectory?: string;
  /** Files of it that are not there, by their paths. */
  leftOut?: RegExp;
}

/** Below these, programs ask: they get JSON, whatever they accept. */
const machinePaths = /^\/(?:api|market|dev|ws|notify|livez|readyz|status)(?:\/|$)/;
/** Vite puts a digest of the content into these names, so that they never change. */
const hashedName = /^\/assets\/.+-[\w-]{8,}\.\w+$/;
const yearSeconds = 365 * 24 * 60 * 60;
/** A visit asks for some twenty files at once, each of which costs a part of what a call costs. */
const weight = 0.25;

export function addPages(app: FastifyInstance, options: PagesOptions): void {
  // In a scope of their own, so that the hooks of these plugins don't run for each call.
  app.register((scope) => servePages(scope, options));
  app.setNotFoundHandler((request, reply) => answerError({ error: new Refusal('not-found'), request, reply }));
}

async function servePages(scope: FastifyInstance, { pages, publicDirectory, leftOut }: PagesOptions): Promise<void> {
  await scope.register(helmet, { global: false });
  const known = publicDirectory === undefined ? new Map<string, number>() : filesBelow(publicDirectory, leftOut);
  if (publicDirectory !== undefined && known.size > 0) {
    await scope.register(files, {
      root: publicDirectory,
      serve: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: sayCharset,
    });
  }
  const prepared = prepareOnce(pages);
  scope.route({ method: ['GET', 'HEAD'], url: '/*', config: { weight }, handler: answerPage });
  scope.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
    url: '/*',
    onRequest: refuseToChange,
    handler: refuseToChange,
  });

  async function answerPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathOf(request.url);
    const page = pages.get(path);
    const file = fileFor(path, known);
    if (page === undefined && file === undefined) return answerMissing(path, request, reply);
    setPageHeaders(request, reply, page?.policy);
    if (file !== undefined && page === undefined) return sendFile({ request, reply, file, known });
    sendPrepared(request, reply, await prepared(path));
    return reply;
  }

  function refuseToChange(request: FastifyRequest, reply: FastifyReply): void {
    const path = pathOf(request.url);
    if (pages.has(path) || fileFor(path, known) !== undefined)
      return answerWrongMethod(request, reply, ['GET', 'HEAD']);
    answerError({ error: new Refusal('not-found'), request, reply });
  }
}

/** The library says it of text, and not of drawings, which are text too. */
function sayCharset(reply: FastifyReply, path: string): void {
  if (/\.svg(?:\.br)?$/.test(path)) reply.header('content-type', 'image/svg+xml; charset=utf-8');
}

/** Only who asks for a page gets one that says that there is none. */
function answerMissing(path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (machinePaths.test(path) || !request.headers.accept?.includes('text/html')) {
    answerError({ error: new Refusal('not-found'), request, reply });
    return reply;
  }
  chargeRefusal(request, 'not-found');
  setPageHeaders(request, reply);
  return reply.code(404).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(missingPage);
}

function setPageHeaders(request: FastifyRequest, reply: FastifyReply, policy?: PagePolicy): void {
  reply.helmet(pageHeaders(request.protocol === 'https', policy));
  reply.header('permissions-policy', permissionsPolicy);
}

function prepareOnce(pages: ReadonlyMap<string, Page>): (path: string) => Promise<PreparedAnswer> {
  const prepared = new Map<string, Promise<PreparedAnswer>>();
  async function prepare({ contentType, body, cacheControl = 'no-cache' }: Page): Promise<PreparedAnswer> {
    return prepareAnswer({ contentType, cacheControl, text: await body(), withBrotli: true });
  }
  return (path) => {
    const answer = prepared.get(path) ?? prepare(pages.get(path)!);
    prepared.set(path, answer);
    // One that failed is tried again.
    answer.catch(() => prepared.delete(path));
    return answer;
  };
}

function sendFile(sending: { request: FastifyRequest; reply: FastifyReply; file: string; known: Files }): FastifyReply {
  const { request, reply, file, known } = sending;
  const isHashed = hashedName.test(file);
  const packed = acceptedEncodings(request.headers['accept-encoding'] ?? '').has('br')
    ? known.get(`${file}.br`)
    : undefined;
  chargeBytes(request, packed ?? known.get(file)!);
  reply.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
  return reply.sendFile(file.slice(1));
}

function fileFor(path: string, known: Files): string | undefined {
  const file = path === '/' ? '/index.html' : path;
  return known.has(file) ? file : undefined;
}

/** Path, as it is asked for, → bytes: only what is listed here can be sent. */
type Files = ReadonlyMap<string, number>;

function filesBelow(directory: string, leftOut?: RegExp): Files {
  if (!existsSync(directory)) return new Map();
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const sent = names.filter((name) => !leftOut?.test(`/${name}`));
  return new Map(sent.map((name) => [`/${name}`, statSync(join(directory, name)).size]));
}

/** Empty for what is no path. */
function pathOf(url: string): string {
  try {
    return decodeURIComponent(url.split('?', 1)[0]!);
  } catch {
    return '';
  }
}

const missingPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not found · Candor</title></head>
<body><main><h1>Not found</h1><p>${refusals['not-found'].text}</p><p><a href="/">Candor</a></p></main></body>
</html>
`;
