// What a handler may know of its request. The digest is made when a handler asks for it: reads never do.
import { randomUUID } from 'node:crypto';
import type { Uuid } from '@candor/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  isOfOperator,
  type CallContext,
  type Idempotency,
  type OperatorSession,
  type Session,
} from '../kit/feature.ts';
import type { Upload } from '../kit/upload.ts';
import { callDigest } from './idempotency.ts';
import { readUpload } from './read-upload.ts';
import type { SessionCookie } from './session-cookie.ts';

export interface ContextOptions {
  request: FastifyRequest;
  reply: FastifyReply;
  session: Session | OperatorSession | undefined;
  cookie: SessionCookie;
  digestPath: string;
  payload: unknown;
  receivedAt: number;
  /** From the header, or claimed for a request without one. */
  key: Uuid | undefined;
  placedAt: number | undefined;
}

export class RequestContext implements CallContext {
  readonly session: Session | undefined;
  readonly operator: OperatorSession | undefined;
  readonly receivedAt: number;
  readonly #options: ContextOptions;
  #digest: Buffer | undefined;
  #key: Uuid | undefined;

  constructor(options: ContextOptions) {
    const { session } = options;
    this.operator = session && isOfOperator(session) ? session : undefined;
    this.session = session && !isOfOperator(session) ? session : undefined;
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

  openUpload(): Promise<Upload> {
    return readUpload(this.#options.request);
  }

  get origin(): string {
    const { protocol, headers } = this.#options.request;
    return `${protocol}://${headers.host ?? ''}`;
  }

  get digest(): Buffer {
    return (this.#digest ??= callDigest(this.#options.digestPath, this.#options.payload));
  }

  get idempotency(): Idempotency {
    this.#key ??= randomUUID() as Uuid;
    return { key: this.#key, digest: this.digest, placedAt: this.#options.placedAt };
  }

  /** For a request that brought no key. */
  useKey(key: Uuid): void {
    this.#key = key;
  }

  startSession(token: string): void {
    this.#options.cookie.set(this.#options.request, this.#options.reply, token);
  }

  endSession(): void {
    this.#options.cookie.clear(this.#options.request, this.#options.reply);
  }
}
