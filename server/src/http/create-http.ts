// The door of the server: every call of the table, the pages, the probes and the documentation, on one port.
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { calls as allCalls } from '@candor/wire';
import type { Action, Endpoint } from '@candor/wire';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kit/clock.ts';
import type { Feature } from '../kit/feature.ts';
import type { Door, SessionSource } from './answer-call.ts';
import { addCallRoutes, bodyMax } from './call-routes.ts';
import { createCloser } from './close-server.ts';
import { docsPages } from './docs/docs-pages.ts';
import { createOriginCheck } from './origin.ts';
import { addPages } from './pages.ts';
import type { Page } from './pages.ts';
import { prepareCalls } from './prepare-calls.ts';
import { addProbes } from './probes.ts';
import { createBuckets, defaultLimits } from './rate-limits.ts';
import type { Limits } from './rate-limits.ts';
import { refuseRawRequest } from './refuse-raw-request.ts';
import { answerError } from './send-answer.ts';
import { sessionCookie } from './session-cookie.ts';
import type { Mode } from './session-cookie.ts';

export interface HttpOptions {
  features: readonly Feature[];
  sessions: SessionSource;
  clock: Clock;
  mode: Mode;
  version: string;
  /** Origins besides the server's own, e.g. `https://app.example.com`. */
  allowedOrigins: readonly string[];
  onUpgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  isReady(): Promise<boolean> | boolean;
  status(): Promise<object> | object;
  publicDirectory?: string;
  /** Pages that the server renders itself, by path. */
  pages?: Readonly<Record<string, Page>>;
  /** Addresses of the proxies whose X-Forwarded headers are believed. */
  trustedProxies?: readonly string[];
  limits?: Limits | 'off';
  /** The table of calls; another one in tests. */
  calls?: readonly (Action | Endpoint)[];
  /** For tests: a reply that is not as the table says is a failure. */
  checksReplies?: boolean;
}

export interface Http {
  app: FastifyInstance;
  listen(address: { host: string; port: number }): Promise<{ port: number }>;
  /** Lets what is under way finish for up to 5 s; then everything is closed. */
  close(): Promise<void>;
}

export async function createHttp(options: HttpOptions): Promise<Http> {
  const { calls = allCalls, features, mode } = options;
  const app = fastify({
    logger: false,
    bodyLimit: bodyMax,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16 * 1024 },
    routerOptions: { maxParamLength: 200, querystringParser: () => noQuery },
    frameworkErrors: (error, request, reply) => answerError({ error, request, reply }),
    clientErrorHandler: refuseRawRequest,
  });
  app.setErrorHandler((error, request, reply) => answerError({ error, request, reply }));
  addCallRoutes(app, createDoor(options), prepareCalls({ calls, features, mode }));
  addProbes(app, options);
  const pages = new Map([...docsPages({ calls, version: options.version }), ...Object.entries(options.pages ?? {})]);
  addPages(app, {
    pages,
    ...(options.publicDirectory === undefined ? {} : { publicDirectory: options.publicDirectory }),
  });
  const closer = createCloser(app);
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (closer.admit(socket)) options.onUpgrade(request, socket as Socket, head);
  });
  await app.ready();
  return {
    app,
    async listen({ host, port }) {
      await app.listen({ host, port });
      return { port: (app.server.address() as AddressInfo).port };
    },
    close: closer.close,
  };
}

/** Queries are read by each call, as strictly as bodies. */
const noQuery = {};

function createDoor(options: HttpOptions): Door {
  const { clock, sessions, mode, limits = defaultLimits } = options;
  return {
    clock,
    sessions,
    cookie: sessionCookie(mode),
    isOriginAllowed: createOriginCheck(options.allowedOrigins),
    buckets:
      limits === 'off'
        ? undefined
        : {
            session: createBuckets(limits.session, clock),
            anonymous: createBuckets(limits.anonymous, clock),
            unknownToken: createBuckets(limits.unknownToken, clock),
          },
    checksReplies: options.checksReplies ?? false,
  };
}
