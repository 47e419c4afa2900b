// Pages and their files: those of the built app, those that the server renders itself, and an honest 404 for the rest.
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import helmet from '@fastify/helmet';
import files from '@fastify/static';
import { refusals } from '@candor/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../kit/refuse.ts';
import { pageHeaders } from './security-headers.ts';
import { answerError } from './send-answer.ts';

/** A page that the server renders itself. */
export interface Page {
  contentType: string;
  body(): string | Promise<string>;
}

export interface PagesOptions {
  /** Path → page, e.g. `/docs`. They come before files of the same name. */
  pages: ReadonlyMap<string, Page>;
  /** The built app; its index.html answers every path that looks like a page. */
  publicDirectory?: string;
}

/** Below these, programs ask: they get JSON, whatever they ask for. */
const machinePaths = /^\/(?:api|market|dev|ws|notify|livez|readyz|status)(?:\/|$)/;
/** Vite puts a digest of the content into these names, so that they never change. */
const hashedName = /^\/assets\/.+-[\w-]{8,}\.\w+$/;
const yearSeconds = 365 * 24 * 60 * 60;

export function addPages(app: FastifyInstance, options: PagesOptions): void {
  // In a scope of their own, so that the hooks of these plugins don't run for each call.
  app.register((scope) => servePages(scope, options));
  app.setNotFoundHandler((request, reply) => answerError({ error: new Refusal('not-found'), request, reply }));
}

async function servePages(scope: FastifyInstance, { pages, publicDirectory }: PagesOptions): Promise<void> {
  await scope.register(helmet, { global: false });
  const known = publicDirectory === undefined ? new Set<string>() : filesBelow(publicDirectory);
  if (publicDirectory !== undefined && known.size > 0) {
    await scope.register(files, { root: publicDirectory, serve: false, cacheControl: false, preCompressed: true });
  }
  scope.route({ method: ['GET', 'HEAD'], url: '/*', handler: answerPage });

  async function answerPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathOf(request.url);
    if (path === undefined || machinePaths.test(path)) {
      answerError({ error: new Refusal('not-found'), request, reply });
      return reply;
    }
    reply.helmet(pageHeaders(request.protocol === 'https'));
    const page = pages.get(path);
    if (page) return sendPage(reply, page);
    const file = fileFor(path, known);
    if (file !== undefined) return sendFile(reply, file);
    return reply.code(404).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(missingPage);
  }
}

async function sendPage(reply: FastifyReply, page: Page): Promise<FastifyReply> {
  return reply
    .type(page.contentType)
    .header('cache-control', 'no-cache')
    .send(await page.body());
}

function sendFile(reply: FastifyReply, file: string): FastifyReply {
  const isHashed = hashedName.test(file);
  reply.header('cache-control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
  return reply.sendFile(file.slice(1));
}

const looksLikePage = (path: string): boolean => !path.slice(path.lastIndexOf('/')).includes('.');

function fileFor(path: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(path)) return path;
  return looksLikePage(path) && known.has('/index.html') ? '/index.html' : undefined;
}

/** Paths of all files, as they are asked for: only what is listed here can be sent. */
function filesBelow(directory: string): Set<string> {
  if (!existsSync(directory)) return new Set();
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return new Set(names.map((name) => `/${name}`));
}

function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?', 1)[0]!);
  } catch {
    return undefined;
  }
}

const missingPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not found · Candor</title></head>
<body><main><h1>Not found</h1><p>${refusals['not-found'].text}</p><p><a href="/">Candor</a></p></main></body>
</html>
`;
