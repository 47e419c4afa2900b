// Counters, gauges and histograms of this process, and the port on which a collector reads them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { CounterConfiguration, GaugeConfiguration, HistogramConfiguration } from 'prom-client';
import { log } from './log.ts';
import { reasonOf } from './reason-of.ts';

const registry = new Registry();

export const counter = <Label extends string>(options: CounterConfiguration<Label>): Counter<Label> =>
  new Counter({ ...options, registers: [registry] });
export const gauge = <Label extends string>(options: GaugeConfiguration<Label>): Gauge<Label> =>
  new Gauge({ ...options, registers: [registry] });
export const histogram = <Label extends string>(options: HistogramConfiguration<Label>): Histogram<Label> =>
  new Histogram({ ...options, registers: [registry] });

/** What another process of the same start has counted, as data. */
export type CountedElsewhere = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** All that this process counts says so from now on, with its own figures of memory, time and delays. */
export function labelMetrics(process: string): void {
  registry.setDefaultLabels({ process });
  countProcess();
}

function countProcess(): void {
  if (registry.getSingleMetric('process_cpu_seconds_total') === undefined)
    collectDefaultMetrics({ register: registry });
}

export const readMetrics = (): Promise<CountedElsewhere> => registry.getMetricsAsJSON();

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

/** Serves /metrics, /readyz of a process that has no other port, and the inside of this process at /status, on a port of its own that customers don't reach. */
export async function serveMetrics(options: {
  host: string;
  port: number;
  /** Figures of other processes, served with this one's; one that does not answer is left out. */
  others?: () => Promise<CountedElsewhere>;
  status?: () => object;
  readiness?: () => { ready: boolean };
}): Promise<MetricsServer> {
  const { host, port, others, status = () => ({}), readiness } = options;
  countProcess();
  async function gather(): Promise<string> {
    const own = await readMetrics();
    const theirs = await others?.().catch(() => undefined);
    return AggregatorRegistry.aggregate(theirs ? [own, theirs] : [own]).metrics();
  }
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/status') {
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(status()));
    }
    if (readiness && request.method === 'GET' && request.url === '/readyz') {
      const found = readiness();
      const headers = { 'content-type': 'application/json' };
      return void response.writeHead(found.ready ? 200 : 503, headers).end(JSON.stringify(found));
    }
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    gather().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        log.error('metrics could not be read', { error: reasonOf(error) });
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
