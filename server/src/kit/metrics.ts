// Counters, gauges and histograms of this process, and the port on which a collector reads them.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { CounterConfiguration, GaugeConfiguration, HistogramConfiguration } from 'prom-client';
import { log } from './log.ts';

const registry = new Registry();

export const counter = <Label extends string>(options: CounterConfiguration<Label>): Counter<Label> =>
  new Counter({ ...options, registers: [registry] });
export const gauge = <Label extends string>(options: GaugeConfiguration<Label>): Gauge<Label> =>
  new Gauge({ ...options, registers: [registry] });
export const histogram = <Label extends string>(options: HistogramConfiguration<Label>): Histogram<Label> =>
  new Histogram({ ...options, registers: [registry] });

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

/** Serves /metrics on a port of its own, so that it is never reachable where customers are. */
export async function serveMetrics({ host, port }: { host: string; port: number }): Promise<MetricsServer> {
  if (registry.getSingleMetric('process_cpu_seconds_total') === undefined)
    collectDefaultMetrics({ register: registry });
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        log.error('metrics could not be read', { error: String(error) });
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
