// Asks a server's public calls, patiently, and reads their data strictly.
import type { Endpoint } from '@candor/wire';
import { parseStrictJson } from './strict-json.ts';

const timeoutMs = 20_000;
const triesMax = 20;
const pauseMaxSeconds = 10;

/** The data of a public call; throws in words what the server answers instead. */
export async function fetchPublic<Call extends Endpoint>(
  base: string,
  call: Call,
  question: Readonly<Record<string, string | number>> = {},
): Promise<Call['reply']['_zod']['output']> {
  const url = new URL(call.path, base);
  for (const [name, value] of Object.entries(question)) url.searchParams.set(name, String(value));
  const response = await fetchPatiently(url);
  if (!response.ok) throw new Error(`${url.href} answers ${response.status}`);
  const body = parseStrictJson(await response.text());
  return call.reply.parse(typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined);
}

/** A server that says to wait is asked again; a long run is many pages, and it answers so many a second. */
async function fetchPatiently(url: URL): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (![429, 503].includes(response.status) || tries >= triesMax) return response;
    const seconds = parseInt(response.headers.get('retry-after') ?? '1', 10);
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds || 1, pauseMaxSeconds) * 1000));
  }
}
