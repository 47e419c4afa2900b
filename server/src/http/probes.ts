// For those who run the server: is it alive, can it take work, and what is it.
import type { FastifyInstance } from 'fastify';
import { log } from '../kit/log.ts';
import { sendJson } from './send-answer.ts';

export interface ProbeOptions {
  isReady(): Promise<boolean> | boolean;
  status(): Promise<object> | object;
}

export function addProbes(app: FastifyInstance, { isReady, status }: ProbeOptions): void {
  app.get('/livez', (_request, reply) => sendJson(reply, { httpStatus: 200, body: '{"live":true}' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await answered(isReady);
    sendJson(reply, { httpStatus: ready === true ? 200 : 503, body: JSON.stringify({ ready: ready === true }) });
    return reply;
  });
  app.get('/status', async (_request, reply) => {
    const document = await answered(status);
    const body = JSON.stringify(document ?? { problem: 'the status could not be gathered' });
    sendJson(reply, { httpStatus: document === undefined ? 503 : 200, body });
    return reply;
  });
}

async function answered<Value>(ask: () => Promise<Value> | Value): Promise<Value | undefined> {
  try {
    return await ask();
  } catch (error) {
    log.warn('a probe failed', { error: String(error) });
    return undefined;
  }
}
