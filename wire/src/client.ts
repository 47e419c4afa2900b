// The typed client over fetch, for browsers and Node: one function that makes any call of the table.
import type { z } from 'zod';
import type { Action, Endpoint } from './endpoint.ts';
import { actionSucceeded, isRefusalCode } from './refusals.ts';
import type { Facts, RefusalCode } from './refusals.ts';

type Call = Action | Endpoint;

/** `unreachable`: no answer, or none that a server of this kind gives; whether the call took effect is not known. */
export type FailureCode = RefusalCode | 'unreachable';

export interface Failure {
  ok: false;
  code: FailureCode;
  facts: Facts;
  /** The number that the call's table gives this refusal; 0 where it gives none. */
  status: number;
  /** 0 when there was no answer. */
  httpStatus: number;
}
export type Outcome<Data> = { ok: true; data: Data } | Failure;

export interface CallOptions {
  /** Repeat a call that moves money with the key of the first try; without one each call is a new intent. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface Client {
  call<One extends Call>(
    call: One,
    payload: z.input<One['payload']>,
    options?: CallOptions,
  ): Promise<Outcome<z.output<One['reply']>>>;
  /** The cookie header of the jar, e.g. for a socket; empty in browsers, which keep their own. */
  cookies(): string;
}

export interface ClientOptions {
  /** Empty in a page that the server itself delivered. */
  baseUrl: string;
  /** Node has no cookie jar of its own. */
  keepsCookies?: boolean;
}

export function createClient({ baseUrl, keepsCookies = false }: ClientOptions): Client {
  const jar = new Map<string, string>();
  const cookies = (): string => Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ');

  async function send(call: Call, request: { path: string; init: RequestInit }): Promise<Outcome<unknown>> {
    if (jar.size > 0) (request.init.headers as Record<string, string>)['cookie'] = cookies();
    try {
      const response = await fetch(baseUrl + request.path, request.init);
      if (keepsCookies) for (const line of response.headers.getSetCookie()) keepCookie(jar, line);
      const bodyText = await response.text();
      return readOutcome(call, response.status, bodyText);
    } catch {
      return unreachable(0);
    }
  }

  return {
    cookies,
    call: (call, payload, options = {}) =>
      send(call, requestOf(call, (payload ?? {}) as Record<string, unknown>, options)) as Promise<Outcome<never>>,
  };
}

function requestOf(call: Call, payload: Record<string, unknown>, options: CallOptions) {
  const headers: Record<string, string> = { accept: 'application/json' };
  const init: RequestInit = { headers, credentials: 'same-origin' };
  if (options.signal) init.signal = options.signal;
  const isPost = !('path' in call) || call.method === 'POST';
  if (isPost) {
    init.method = 'POST';
    const movesMoney = 'path' in call && call.movesMoney === true;
    const key = options.idempotencyKey ?? (movesMoney ? newKey() : undefined);
    if (key !== undefined) headers['idempotency-key'] = key;
  }
  if (!('path' in call)) {
    init.body = new URLSearchParams({ ACTION_NAME: call.name, ACTION_INFO: JSON.stringify(payload) });
    return { path: '/api/action', init };
  }
  const { path, rest } = fillPath(call.path, payload);
  if (isPost) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(rest);
    return { path, init };
  }
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString();
  return { path: query === '' ? path : `${path}?${query}`, init };
}

/** Puts the payload's fields into the `:name` places of the path; `rest` is what has no place there. */
function fillPath(path: string, payload: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const rest = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name] ?? '');
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path: filled, rest };
}

interface ReplyBody {
  status?: unknown;
  data?: unknown;
  ACTION_RETURN_CODE?: unknown;
  ACTION_INFO?: unknown;
  code?: unknown;
  facts?: Facts;
}

function readOutcome(call: Call, httpStatus: number, bodyText: string): Outcome<unknown> {
  let document: unknown;
  try {
    document = JSON.parse(bodyText);
  } catch {
    return unreachable(httpStatus);
  }
  const body = (typeof document === 'object' && document !== null ? document : {}) as ReplyBody;
  if (typeof body.code === 'string' && isRefusalCode(body.code)) {
    const number = 'path' in call ? body.status : body.ACTION_INFO;
    const status = typeof number === 'number' ? number : 0;
    return { ok: false, code: body.code, facts: body.facts ?? {}, status, httpStatus };
  }
  if (httpStatus !== 200) return unreachable(httpStatus);
  if (!('path' in call)) {
    return body.ACTION_RETURN_CODE === actionSucceeded ? { ok: true, data: body.ACTION_INFO } : unreachable(httpStatus);
  }
  if (call.form === 'bare') return { ok: true, data: document };
  return body.status === 1 ? { ok: true, data: body.data } : unreachable(httpStatus);
}

const unreachable = (httpStatus: number): Failure => ({
  ok: false,
  code: 'unreachable',
  facts: {},
  status: 0,
  httpStatus,
});

function keepCookie(jar: Map<string, string>, line: string): void {
  const match = /^([^=;\s]+)=([^;]*)/.exec(line);
  if (!match) return;
  if (/;\s*max-age=0(?:;|$)/i.test(line)) jar.delete(match[1]!);
  else jar.set(match[1]!, match[2]!);
}

/** A random UUID; crypto.randomUUID does not exist in pages delivered over plain http by another machine. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
