// For those who run the server: is it alive, can it take work, and what is it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import { reasonOf } from '../kit/reason-of.ts';
import { refuseOtherMethods, withHead } from './other-methods.ts';
import { sendJson } from './send-answer.ts';

export type Readiness = { ready: true } | { ready: false; reason: string };

export interface ProbeOptions {
  clock: Clock;
  readiness: () => Promise<Readiness> | Readiness;
  /** What everybody may know. */
  status: () => Promise<object> | object;
  /** Sees each request to /livez, e.g. to find out what a proxy makes of it. */
  onLiveProbe?: (request: FastifyRequest) => void;
  /** How long a probe waits for what it asks; tests shorten it. */
  probePatienceMs?: number;
}

const keptMs = 1_000;
const patienceMs = 3_000;

export function addProbes(app: FastifyInstance, options: ProbeOptions): void {
  const readiness = askedOnce(options, () => options.readiness());
  const status = askedOnce(options, () => options.status());
  const method = withHead('GET');
  for (const path of ['/livez', '/readyz', '/status']) refuseOtherMethods(app, path, method);
  const config = { isProbe: true } as const;
  app.route({
    method,
    url: '/livez',
    config,
    handler: (request, reply) => {
      options.onLiveProbe?.(request);
      answer(reply, 200, { live: true });
    },
  });
  app.route({
    method,
    url: '/readyz',
    config,
    handler: async (_request, reply) => {
      const found = (await readiness()) ?? { ready: false, reason: 'it could not be found out' };
      return answer(reply, found.ready ? 200 : 503, found);
    },
  });
  app.route({
    method,
    url: '/status',
    config,
    handler: async (_request, reply) => {
      const document = await status();
      return answer(reply, document ? 200 : 503, document ?? { problem: 'the status could not be gathered' });
    },
  });
}

function answer(reply: FastifyReply, httpStatus: number, document: object): FastifyReply {
  sendJson(reply, { httpStatus, body: JSON.stringify(document) });
  return reply;
}

/**
 * One question at a time, whose answer holds for a second: probes never take more than one connection from those who work.
 * Undefined when it failed, or took too long; it is not asked again before it ended.
 */
function askedOnce<Found>({ clock, probePatienceMs = patienceMs }: ProbeOptions, ask: () => Promise<Found> | Found) {
  let latest: { asked: Promise<Found | undefined>; endedAt: number | undefined } | undefined;

  function begin(): Promise<Found | undefined> {
    const turn = { asked: found(), endedAt: undefined as number | undefined };
    latest = turn;
    void turn.asked.then(() => (turn.endedAt = clock.now()));
    return turn.asked;
  }

  async function found(): Promise<Found | undefined> {
    try {
      return await ask();
    } catch (error) {
      log.warn('a probe failed', { error: reasonOf(error) });
      return undefined;
    }
  }

  return (): Promise<Found | undefined> => {
    const isKept = latest && (latest.endedAt === undefined || Math.abs(clock.now() - latest.endedAt) < keptMs);
    return within(probePatienceMs, isKept ? latest!.asked : begin());
  };
}

async function within<Found>(ms: number, asked: Promise<Found>): Promise<Found | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ms)));
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
