// Pushed messages to browsers: RFC 8030, encrypted for the browser alone (RFC 8291) and signed with our key (RFC 8292).
import { createECDH, ECDH } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { Agent, request as requestHttps } from 'node:https';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { isIP } from 'node:net';
import webPush from 'web-push';
import { lookUpPublic } from './public-address.ts';

export interface PushDevice {
  endpoint: string;
  /** The browser's key and secret, base64url. */
  p256dh: string;
  auth: string;
}

/** gone: the browser has unsubscribed. refused: a repetition changes nothing. later: try again. */
export type PushOutcome = 'delivered' | 'gone' | 'refused' | 'later';

export interface PushSender {
  /** What browsers subscribe with, base64url. */
  publicKey: string;
  /** Whether an endpoint is one of a push service that we send to. */
  accepts(endpoint: string): boolean;
  /** `topic`: 32 characters at most; a message takes the place of an undelivered one of the same topic. */
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
  timeoutMs?: number;
}

export function createPushSender({ key, subject, hosts, localOrigin, timeoutMs = 10_000 }: PushOptions): PushSender {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(key, 'hex');
  const publicKey = keys.getPublicKey('base64url');
  const vapidDetails = { subject, publicKey, privateKey: Buffer.from(key, 'hex').toString('base64url') };
  const agent = new Agent({ keepAlive: true, maxSockets: 8, maxFreeSockets: 8 });

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
      if (!accepts(endpoint)) return 'gone';
      // Nothing can be encrypted for it, today or later.
      if (!isPushKey(p256dh)) return 'gone';
      const { body, headers } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails,
        contentEncoding: 'aes128gcm',
        urgency: 'high',
        TTL: ttlSeconds,
        topic,
      });
      const isLocal = new URL(endpoint).protocol === 'http:';
      const how = isLocal ? {} : { agent, lookup: lookUpPublic as NonNullable<RequestOptions['lookup']> };
      const status = await post({ endpoint, body, options: { method: 'POST', headers, timeout: timeoutMs, ...how } });
      return outcomeOf(status);
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

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

/** The status alone; a redirect is not followed, and what else is answered is thrown away. */
function post({
  endpoint,
  body,
  options,
}: {
  endpoint: string;
  body: Buffer;
  options: RequestOptions;
}): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const answered = (response: IncomingMessage): void => {
    response.on('error', () => undefined).resume();
    resolve(response.statusCode ?? 0);
  };
  const request = (endpoint.startsWith('https:') ? requestHttps : requestHttp)(endpoint, options, answered);
  const deadline = setTimeout(() => request.destroy(new Error('the push service is silent')), options.timeout);
  request.on('error', reject).on('close', () => clearTimeout(deadline));
  request.end(body);
  return promise;
}
