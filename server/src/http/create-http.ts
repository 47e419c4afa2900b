// The door of the server: every call of the table, the pages, the probes and the documentation, on one port.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { isWebSocketUpgrade } from '../feed/handshake.ts';
import type { CountLook, NoteLook, NoteRefusedCall } from '../kit/audit-log.ts';
import { systemTimers, type Clock, type Timers } from '../kit/clock.ts';
import type { BoundCall } from '../kit/feature.ts';
import type { log } from '../kit/log.ts';
import { callsOf, type CallSection } from '../kit/product.ts';
import { connectionsAllowed } from '../kit/descriptors.ts';
import { admitRequests, answerUnroutable } from './admit-request.ts';
import type { TrustedProxies } from '../kit/trusted-proxies.ts';
import type { Door, SessionSource } from './answer-call.ts';
import { addCallRoutes, bodyMax } from './call-routes.ts';
import { createCloser } from './close-server.ts';
import { connectionLimits, guardConnections, withoutAddressLimits } from './connections.ts';
import type { ConnectionLimits } from './connections.ts';
import { docsPages } from './docs/docs-pages.ts';
import type { CountCall } from '../kit/count-calls.ts';
import type { ClaimKey } from './idempotency.ts';
import { createListeners } from './listen-widely.ts';
import { createOrigins } from './origin.ts';
import { createRefusalPace } from './pace-refusals.ts';
import { createUploads, knowUploads, uploadPace, type UploadPace } from './pace-uploads.ts';
import { addPages } from './pages.ts';
import type { Page } from './pages.ts';
import { prepareCalls } from './prepare-calls.ts';
import { addProbes } from './probes.ts';
import type { ProbeOptions } from './probes.ts';
import { createAddressBuckets, createBuckets, defaultLimits } from './rate-limits.ts';
import type { Limits } from './rate-limits.ts';
import { refuseRawRequest } from './refuse-raw-request.ts';
import { createSampledWarnings } from './sampled-warnings.ts';
import { answerError } from './send-answer.ts';
import { sessionCookie } from './session-cookie.ts';
import type { DoorName, Mode } from './session-cookie.ts';

export interface HttpOptions extends ProbeOptions {
  /** The customers' unless given. */
  door?: DoorName;
  /** Every call, as the products list them. */
  sections: readonly CallSection[];
  handlers: readonly BoundCall[];
  sessions: SessionSource;
  claimKey: ClaimKey;
  /** Counts calls of a day; without it they are as many as anybody likes. */
  countCall?: CountCall;
  clock: Clock;
  /** For tests: another time that only goes forward. */
  timers?: Pick<Timers, 'now'>;
  mode: Mode;
  version: string;
  /** The server's own and others, e.g. `https://app.example.com`; see origin.ts. */
  allowedOrigins: readonly string[];
  onUpgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  publicDirectory?: string;
  leftOut?: RegExp;
  /** Everybody's unless given: who comes from elsewhere is refused whatever they ask. */
  isAddressAllowed?: (address: string) => boolean;
  /** Pages that the server renders itself, by path. */
  pages?: Readonly<Record<string, Page>>;
  /** The proxies whose X-Forwarded headers are believed; none unless given. */
  trustedProxies?: TrustedProxies;
  limits?: Limits | 'off';
  /** Other than what the descriptors of the process allow. */
  connections?: Partial<ConnectionLimits>;
  /** For tests: other than what a request has to be there, and how often that is looked at. */
  requests?: { withinMs: number; everyMs: number };
  /** For tests: other than what an upload has beyond that. */
  uploads?: UploadPace;
  /** For tests: where lines about refusals go. */
  writeWarning?: typeof log.warn;
  /** Of operators, at what is customers'. */
  noteLook?: NoteLook;
  /** Counts them under the bounds of each operator. */
  countLook?: CountLook;
  /** Of the console: leaves a row of a call that the role, the second factor or the place it came from forbids. */
  noteRefusedCall?: NoteRefusedCall;
  /** For tests: a reply or a refusal that is not as the table says is a failure. */
  checksReplies?: boolean;
}

export interface Http {
  app: FastifyInstance;
  listen(address: { host: string; port: number }): Promise<{ port: number }>;
  /** Lets what is under way finish for up to 5 s; then everything is closed. */
  close: () => Promise<void>;
}

export async function createHttp(options: HttpOptions): Promise<Http> {
  const { sections, handlers, mode } = options;
  const door = createDoor(options);
  const { withinMs, everyMs } = options.requests ?? { withinMs: 15_000, everyMs: 2_000 };
  const uploads = createUploads(options.uploads ?? uploadPace);
  const app = fastify({
    logger: false,
    bodyLimit: bodyMax,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    trustProxy: options.trustedProxies?.has ?? false,
    requestTimeout: withinMs,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: Math.min(10_000, withinMs), connectionsCheckingInterval: everyMs, maxHeaderSize: 16 * 1024, shouldUpgradeCallback: isWebSocketUpgrade }, // oxfmt-ignore
    routerOptions: { maxParamLength: 200, querystringParser: () => noQuery },
    frameworkErrors: (error, request, reply) => answerUnroutable(door, { error, request, reply }),
    clientErrorHandler: (error, socket) => void (uploads.goesOn(error, socket) || refuseRawRequest(error, socket)),
  });
  app.setErrorHandler((error, request, reply) => answerError({ error, request, reply }));
  knowUploads(app, uploads);
  admitRequests(app, door);
  addCallRoutes(app, door, prepareCalls({ calls: callsOf(sections), handlers, mode }));
  addProbes(app, options);
  const pages = new Map([
    ...docsPages({ sections, version: options.version, ...(options.door && { door: options.door }) }),
    ...Object.entries(options.pages ?? {}),
  ]);
  addPages(app, {
    pages,
    ...(options.publicDirectory === undefined ? {} : { publicDirectory: options.publicDirectory }),
    ...(options.leftOut && { leftOut: options.leftOut }),
  });
  const listeners = createListeners(app, door.warn);
  const closer = createCloser(app, listeners.closed);
  const connections = guardConnections(app.server, { ...connectionLimitsOf(options), isComing: (socket) => uploads.isComing(socket) }, options.clock); // oxfmt-ignore
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    connections.release(socket);
    if (closer.admit(socket)) options.onUpgrade(request, socket as Socket, head);
  });
  await app.ready();
  return {
    app,
    listen: async (address) => ({ port: await listeners.listen(address) }),
    close: closer.close,
  };
}

/** Queries are read by each call, as strictly as bodies. */
const noQuery = {};

function createDoor(options: HttpOptions): Door {
  const { clock, timers = systemTimers, sessions, claimKey, mode, limits = defaultLimits } = options;
  const isLimited = limits !== 'off';
  if (!options.noteLook && callsOf(options.sections).some(({ looksAt }) => looksAt))
    throw new Error('calls tell operators of customers, and nothing notes who looked');
  return {
    clock,
    timers,
    sessions,
    claimKey,
    cookie: sessionCookie(mode, options.door),
    origins: createOrigins(options),
    warn: createSampledWarnings(clock),
    warnOfRefused: createSampledWarnings(clock, options.writeWarning),
    buckets: isLimited
      ? { account: createBuckets(limits.account, clock), anonymous: createAddressBuckets(limits.anonymous, clock) }
      : undefined,
    paceRefusals: isLimited ? createRefusalPace(createAddressBuckets(limits.refused, clock)) : undefined,
    checksReplies: options.checksReplies ?? false,
    isAddressAllowed: options.isAddressAllowed ?? (() => true),
    noteLook: options.noteLook,
    countLook: options.countLook,
    countCall: options.countCall,
    noteRefusedCall: options.noteRefusedCall,
  };
}

function connectionLimitsOf({ limits, connections, trustedProxies }: HttpOptions): ConnectionLimits {
  const allowed = connectionLimits(connectionsAllowed(), trustedProxies?.has ?? (() => false));
  return { ...(limits === 'off' ? withoutAddressLimits(allowed) : allowed), ...connections };
}
