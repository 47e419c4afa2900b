// The typed client over fetch, for browsers and Node: one function that makes any call of the table.
import type { z } from 'zod';
import { isDoneOnce, takesPlacedAt } from './endpoint.ts';
import type { Action, Endpoint } from './endpoint.ts';
import { newUuid } from './ids.ts';
import { actionSucceeded, isCommon, isRefusalCode, isRetryable, isUndecided } from './refusals.ts';
import type { CustomerRefusalCode, Facts, RefusalCode } from './refusals.ts';

type Call = Action | Endpoint;

/** `unreachable`: no answer, or none that a server of this kind gives; whether the call took effect is not known. */
export type FailureCode = CustomerRefusalCode | 'unreachable';

/** Nobody knows whether it was done, or will be: only the same key may be sent again. */
export const isInDoubt = (code: RefusalCode | 'unreachable'): boolean => code === 'unreachable' || isUndecided(code);

/** This try did nothing, and nothing is kept under its key; a try before it may have been carried out. */
export const isTurnedAway = (code: RefusalCode | 'unreachable'): boolean =>
  !isInDoubt(code) && (isCommon(code as RefusalCode) || isRetryable(code as RefusalCode));

export interface Failure<Code = FailureCode> {
  ok: false;
  code: Code;
  facts: Facts;
  /** The number that the call's table gives this refusal; 0 where it gives none. */
  status: number;
  /** 0 when there was no answer. */
  httpStatus: number;
}
export type Outcome<Data, Code = FailureCode> = { ok: true; data: Data } | Failure<Code>;

export interface CallOptions {
  /** Repeat a call that moves money with the key of the first try; without one each call is a new intent. */
  idempotencyKey?: string;
  /** When it was placed, epoch ms by the server's clock: what comes there much later is refused. Of calls that may be late it is not said. */
  placedAt?: number | undefined;
  signal?: AbortSignal;
}

export interface Client<Code = FailureCode> {
  call<One extends Call>(
    call: One,
    payload: z.input<One['payload']>,
    options?: CallOptions,
  ): Promise<Outcome<z.output<One['reply']>, Code>>;
  /** The cookie header of the jar, e.g. for a socket; empty in browsers, which keep their own. */
  cookies: () => string;
}

export interface ClientOptions {
  /** Empty in a page that the server itself delivered. */
  baseUrl: string;
  /** Node has no cookie jar of its own. */
  keepsCookies?: boolean;
  /** Of which codes a refusal is believed to come from this server; those of the customers' catalogue unless given. */
  isRefusal?: (code: string) => boolean;
  /** How long an answer is waited for, ms: after that nobody knows whether the call was carried out. For ever unless given. */
  limitMs?: (call: Call) => number;
  /** Hears the server's clock with the answer of each call that was made anew, in whole seconds: epoch ms. */
  onDate?: (serverMs: number) => void;
}

export function createClient<Code = FailureCode>(options: ClientOptions): Client<Code> {
  const { baseUrl, keepsCookies = false, isRefusal = isRefusalCode, limitMs, onDate } = options;
  const jar = new Map<string, string>();
  const cookies = (): string => Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ');

  async function send(call: Call, request: { path: string; init: RequestInit }): Promise<Outcome<unknown, string>> {
    if (jar.size > 0) (request.init.headers as Record<string, string>)['cookie'] = cookies();
    const limit = limitMs && limited(request.init, limitMs(call));
    try {
      const response = await fetch(baseUrl + request.path, request.init);
      if (isMadeNow(response)) onDate?.(Date.parse(response.headers.get('date') ?? '') || 0);
      if (keepsCookies) for (const line of response.headers.getSetCookie()) keepCookie(jar, line);
      const bodyText = await response.text();
      return readOutcome(call, { httpStatus: response.status, bodyText, isRefusal });
    } catch {
      return unreachable(0);
    } finally {
      clearTimeout(limit);
    }
  }

  return {
    cookies,
    call: (call, payload, options = {}) =>
      send(call, requestOf(call, (payload ?? {}) as Record<string, unknown>, options)) as Promise<Outcome<never, Code>>,
  };
}

/** An answer out of a cache has the time of then. */
const isMadeNow = ({ headers }: Response): boolean => headers.get('cache-control')?.includes('no-store') ?? false;

/** Ends the request after that long, besides what ends it already. */
function limited(init: RequestInit, ms: number): ReturnType<typeof setTimeout> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  if (init.signal?.aborted) end();
  init.signal?.addEventListener('abort', end, { once: true });
  init.signal = ending.signal;
  return setTimeout(end, ms);
}

function requestOf(call: Call, payload: Record<string, unknown>, options: CallOptions) {
  const headers: Record<string, string> = { accept: 'application/json' };
  const init: RequestInit = { headers, credentials: 'same-origin' };
  if (options.signal) init.signal = options.signal;
  const isPost = !('path' in call) || call.method === 'POST';
  if (isPost) {
    init.method = 'POST';
    const key = options.idempotencyKey ?? (isDoneOnce(call) ? newUuid() : undefined);
    if (key !== undefined) headers['idempotency-key'] = key;
    if (options.placedAt !== undefined && takesPlacedAt(call)) headers['placed-at'] = String(options.placedAt);
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

function readOutcome(
  call: Call,
  { httpStatus, bodyText, isRefusal }: { httpStatus: number; bodyText: string; isRefusal: (code: string) => boolean },
): Outcome<unknown, string> {
  let document: unknown;
  try {
    document = JSON.parse(bodyText);
  } catch {
    return unreachable(httpStatus);
  }
  const body = (typeof document === 'object' && document !== null ? document : {}) as ReplyBody;
  if (typeof body.code === 'string' && isRefusal(body.code)) {
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
