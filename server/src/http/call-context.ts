// What a handler may know of its request. Digest and derived key are made when a handler asks for them: reads never do.
import type { Uuid } from '@candor/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallContext, Session } from '../kit/feature.ts';
import { callDigest, derivedKey } from './idempotency.ts';
import type { SessionCookie } from './session-cookie.ts';

export interface ContextOptions {
  request: FastifyRequest;
  reply: FastifyReply;
  session: Session | undefined;
  cookie: SessionCookie;
  digestPath: string;
  payload: unknown;
  receivedAt: number;
  /** From the header. */
  key: Uuid | undefined;
}

/** A class, as accessors on an object literal would be set up anew for each request. */
export class RequestContext implements CallContext {
  readonly session: Session | undefined;
  readonly receivedAt: number;
  readonly #options: ContextOptions;
  #digest: Buffer | undefined;
  #key: Uuid | undefined;

  constructor(options: ContextOptions) {
    this.session = options.session;
    this.receivedAt = options.receivedAt;
    this.#options = options;
    this.#key = options.key;
  }

  get ip(): string {
    return this.#options.request.ip;
  }

  get userAgent(): string {
    return (this.#options.request.headers['user-agent'] ?? '').slice(0, 300);
  }

  get digest(): Buffer {
    return (this.#digest ??= callDigest(this.#options.digestPath, this.#options.payload));
  }

  get idempotencyKey(): Uuid {
    return (this.#key ??= derivedKey({
      caller: this.session?.sessionId ?? this.ip,
      digest: this.digest,
      receivedAt: this.receivedAt,
    }));
  }

  startSession(token: string): void {
    this.#options.cookie.set(this.#options.request, this.#options.reply, token);
  }

  endSession(): void {
    this.#options.cookie.clear(this.#options.request, this.#options.reply);
  }
}
