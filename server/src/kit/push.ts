// Pushed messages to browsers: RFC 8030, encrypted for the browser alone (RFC 8291) and signed with our key (RFC 8292).
import { createECDH, ECDH } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { Agent, request as requestHttps } from 'node:https';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { isIP } from 'node:net';
import webPush from 'web-push';
import { systemClock, systemTimers, type Clock, type Timers } from './clock.ts';
import { lookUpPublic } from './public-address.ts';

export interface PushDevice {
  endpoint: string;
  /** The browser's key and secret, base64url. */
  p256dh: string;
  auth: string;
}

/**
 * gone: the browser has unsubscribed. refused: a repetition changes nothing. later: try again, after `afterMs` if the push service names
 * a time. `status` is the one of the push service, where it was asked.
 */
export type PushOutcome =
  | { result: 'delivered' }
  | { result: 'gone' | 'refused'; status?: number }
  | { result: 'later'; status: number; afterMs?: number };

export interface PushSender {
  /** What browsers subscribe with, base64url. */
  publicKey: string;
  /** Whether an endpoint is one of a push service that we send to. */
  accepts(endpoint: string): boolean;
  /**
   * Rejects where the push service can't be reached or does not answer in ten seconds, as it may have taken the message. `topic`: 32
   * characters at most; a message takes the place of an undelivered one of the same topic.
   */
  send(device: PushDevice, message: { payload: string; topic: string; ttlSeconds: number }): Promise<PushOutcome>;
  close(): void;
}

export interface PushOptions {
  /** P-256 private key, 64 hex digits. */
  key: string;
  /** Who to write to about our messages: `mailto:…`. */
  subject: string;
  /** Names of push services; `*.` stands for any name below. */
  hosts: readonly string[];
  /** A push service on this machine, for tests and demonstrations. */
  localOrigin?: string | undefined;
  clock?: Clock;
  timers?: Timers;
}

/** Maximum time from the request to the status. A job waits less for it, then continues with other messages in the meantime. */
const timeoutMs = 10_000;
export const pushPatienceMs = 5_000;
/** Connections per push service: more than all jobs together use, so that no message waits for a connection. */
const socketsMax = 32;
const retryAfterMaxMs = 24 * 3_600_000;

export function createPushSender({
  key,
  subject,
  hosts,
  localOrigin,
  clock = systemClock,
  timers = systemTimers,
}: PushOptions): PushSender {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(key, 'hex');
  const publicKey = keys.getPublicKey('base64url');
  const vapidDetails = { subject, publicKey, privateKey: Buffer.from(key, 'hex').toString('base64url') };
  const agent = new Agent({ keepAlive: true, maxSockets: socketsMax, maxFreeSockets: 8 });

  function accepts(endpoint: string): boolean {
    const url = URL.parse(endpoint);
    if (!url || url.username !== '' || url.password !== '') return false;
    if (localOrigin !== undefined && url.origin === localOrigin) return true;
    const isNamed = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
    return url.protocol === 'https:' && url.port === '' && isNamed && hosts.some((host) => fits(url.hostname, host));
  }

  return {
    publicKey,
    accepts,
    async send({ endpoint, p256dh, auth }, { payload, topic, ttlSeconds }) {
      // Without a key on the curve no message can ever be encrypted for this browser.
      if (!accepts(endpoint) || !isPushKey(p256dh)) return { result: 'gone' };
      const { body, headers } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails,
        contentEncoding: 'aes128gcm',
        urgency: 'high',
        TTL: ttlSeconds,
        topic,
      });
      const isLocal = new URL(endpoint).protocol === 'http:';
      const how = isLocal ? {} : { agent, lookup: lookUpPublic as NonNullable<RequestOptions['lookup']> };
      const answer = await post({ endpoint, body, timers, options: { method: 'POST', headers, ...how } });
      return outcomeOf(answer, clock.now());
    },
    close: () => agent.destroy(),
  };
}

/** Whether a browser's key is a point on P-256, uncompressed, base64url. */
export function isPushKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'hex', 'uncompressed');
    return Buffer.from(p256dh, 'base64url').length === 65;
  } catch {
    return false;
  }
}

function fits(hostname: string, host: string): boolean {
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;
}

interface PushAnswer {
  status: number;
  retryAfter: string | undefined;
}

function outcomeOf({ status, retryAfter }: PushAnswer, now: number): PushOutcome {
  if (status >= 200 && status < 300) return { result: 'delivered' };
  if (status === 404 || status === 410) return { result: 'gone', status };
  if (status !== 408 && status !== 429 && status < 500) return { result: 'refused', status };
  const afterMs = retryAfterMs(retryAfter, now);
  return { result: 'later', status, ...(afterMs !== undefined && { afterMs }) };
}

/** A Retry-After header (RFC 9110, 10.2.3), seconds or a date, as milliseconds from `now`: a day at most; undefined for anything else. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const isDate = /^[A-Z][a-z]{2,8},? \d/.test(text);
  const ms = /^\d{1,9}$/.test(text) ? parseInt(text, 10) * 1000 : isDate ? Date.parse(text) - now : NaN;
  return Number.isNaN(ms) ? undefined : Math.min(retryAfterMaxMs, Math.max(0, ms));
}

/** Sends the request and returns only the status and Retry-After. Does not follow redirects, and discards the body. */
function post({
  endpoint,
  body,
  timers,
  options,
}: {
  endpoint: string;
  body: Buffer;
  timers: Timers;
  options: RequestOptions;
}): Promise<PushAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PushAnswer>();
  const answered = (response: IncomingMessage): void => {
    response.on('error', () => undefined).resume();
    resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
  };
  const request = (endpoint.startsWith('https:') ? requestHttps : requestHttp)(endpoint, options, answered);
  // The timeout also cuts off an endless response body, so that the connection is freed.
  const cancel = timers.after(timeoutMs, () => request.destroy(new Error('the push service is silent')));
  request.on('error', reject).on('close', cancel);
  request.end(body);
  return promise;
}
