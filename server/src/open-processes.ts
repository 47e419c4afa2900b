// What a process runs by its roles: the engine with its web process as a child, the engine alone, or a web process alone. Over
// Redis, where it is given, each engine and web process of the deployment finds the others; else the child's channel is all there is.
import { createHmac } from 'node:crypto';
import type { Config } from './config.ts';
import { openEngine } from './engine.ts';
import { guardClock } from './kit/guarded-clock.ts';
import { openEngineLinks, type EngineLinks } from './kit/engine-links.ts';
import { createLink, type Link } from './kit/link.ts';
import { serveMetrics } from './kit/metrics.ts';
import type { Secrets } from './kit/secrets.ts';
import { openWebLink } from './kit/web-link.ts';
import type { MarketSource } from './market/market.ts';
import type { SupervisedWeb } from './supervise-web.ts';
import { tuneForRequests } from './tune-for-requests.ts';
import { clockOfTicks } from './web-clock.ts';
import { openWeb, type Web } from './web.ts';

export interface Opened {
  /** Where customers reach it; undefined for a process without the role. */
  port: number | undefined;
  /** Where operators do. */
  consolePort: number | undefined;
  marketSource: MarketSource;
  close: () => Promise<void>;
}

interface Parts {
  config: Config;
  databaseUrl: string;
  /** As candor_console, where it serves the console. */
  consoleUrl: string | undefined;
  secrets: Secrets;
}

/** The engine in this process, and the web process that was begun as its child. */
export async function openBoth(parts: Parts & { web: SupervisedWeb }): Promise<Opened> {
  const { config, databaseUrl, consoleUrl, web } = parts;
  const { engine, links } = await openEngineWith(parts, web.link);
  const { marketSource } = engine;
  const ports = await web.open({
    databaseUrl,
    consoleUrl,
    marketSource,
    port: config.port,
    consolePort: config.console.port,
  });
  return {
    ...ports,
    marketSource,
    async close() {
      await web.close();
      await engine.close();
      await links?.close();
    },
  };
}

/** An engine that web processes reach over Redis; it answers /readyz beside its metrics. */
export async function openEngineAlone(parts: Parts): Promise<Opened> {
  const { config } = parts;
  const { engine, links } = await openEngineWith(parts, createLink());
  const metrics = config.metrics && (await serveMetrics({ ...config.metrics, readiness: () => readinessOf(links) }));
  return {
    port: undefined,
    consolePort: undefined,
    marketSource: engine.marketSource,
    async close() {
      await metrics?.close();
      await engine.close();
      await links?.close();
    },
  };
}

/** A web process that an engine reaches over Redis. */
export async function openWebAlone(parts: Parts): Promise<Opened> {
  const marketSource = parts.config.marketSource === 'simulated' ? 'simulated' : 'htx';
  const web = await openWebWith({ ...parts, marketSource });
  return { port: web.port, consolePort: web.consolePort, marketSource, close: () => web.close() };
}

/** `parent`: the engine that has started this web process. */
export async function openWebWith(parts: Parts & { marketSource: MarketSource; parent?: Link }): Promise<Web> {
  const { config, secrets, parent } = parts;
  tuneForRequests();
  const shared =
    config.redisUrl === undefined ? undefined : openWebLink({ url: config.redisUrl, key: linkKey(secrets) });
  const link = shared ?? parent ?? createLink();
  const web = await openWeb({
    ...parts,
    clock: clockOfTicks(guardClock(), link),
    link,
    hasSiblings: shared !== undefined,
    ...(parent && { countedElsewhere: () => parent.ask('metrics', null) }),
    whyNoPrices: () => {
      if (shared) return shared.isReachable() ? 'no engine decides' : 'Redis does not answer';
      return parent ? 'it waits to write the ticks' : 'without REDIS_URL no engine can reach it';
    },
  });
  return {
    ...web,
    async close() {
      await web.close();
      await shared?.close();
    },
  };
}

async function openEngineWith({ config, databaseUrl, secrets }: Omit<Parts, 'consoleUrl'>, child: Link) {
  const links =
    config.redisUrl === undefined ? undefined : openEngineLinks({ url: config.redisUrl, key: linkKey(secrets) });
  const onDeciding = links?.decide ?? (() => undefined);
  const engine = await openEngine({
    config,
    databaseUrl,
    secrets,
    clock: guardClock(),
    links: links ?? child,
    onDeciding,
  });
  return { engine, links };
}

/** One that stands by is ready to: a balancer sends nobody to an engine. */
function readinessOf(links: EngineLinks | undefined) {
  if (!links) return { ready: false, reason: 'without REDIS_URL no web process hears of its ticks' };
  if (!links.isReachable()) return { ready: false, reason: 'Redis does not answer', decides: links.isDeciding() };
  return { ready: true, decides: links.isDeciding() };
}

/** Signs what processes of this deployment say to one another, and nothing else. */
const linkKey = ({ codeKey }: Secrets): Buffer => createHmac('sha256', codeKey).update('links').digest();
