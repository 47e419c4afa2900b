// What a folder offers to the outside: its calls bound to their handlers, and what it starts and stops.
import type { Action, Endpoint, Uuid, WireId } from '@candor/wire';
import type { z } from 'zod';

/** `real` money, or `bonus` that an experience account trades with; the two never mix. */
export type Book = 'real' | 'bonus';

export interface Session {
  sessionId: Uuid;
  accountId: Uuid;
  /** The account's id as the wire writes it. */
  accountWireId: WireId;
  book: Book;
  isVerified: boolean;
}

export interface CallContext {
  session: Session | undefined;
  ip: string;
  userAgent: string;
  /** When the request's last byte had arrived. */
  receivedAt: number;
  /** From the header, or made from session, path, body and a window of 2 s. Money commands pass it on. */
  idempotencyKey: Uuid;
  /** SHA-256 over path and canonical payload. */
  digest: Buffer;
  /** Sets the session cookie; the token is the only copy of the secret. */
  startSession(token: string): void;
  endSession(): void;
}
export interface SelfContext extends CallContext {
  session: Session;
}

export interface BoundCall {
  call: Endpoint | Action;
  /** Answers with the reply's data or a promise of it. */
  handle(payload: unknown, context: CallContext): unknown;
}

export interface Feature {
  name: string;
  calls: BoundCall[];
  start?(): Promise<void>;
  /** Stops taking new work and waits for what is under way. */
  stop?(): Promise<void>;
}

type PayloadOf<Call> = Call extends { payload: infer Payload extends z.ZodType } ? z.output<Payload> : never;
type ReplyOf<Call> = Call extends { reply: infer Reply extends z.ZodType } ? z.input<Reply> : never;

/** Binds a call that anyone may make. */
export function bind<Call extends Endpoint | Action>(
  call: Call,
  handle: (payload: PayloadOf<Call>, context: CallContext) => Promise<ReplyOf<Call>> | ReplyOf<Call>,
): BoundCall {
  return { call, handle: (payload, context) => handle(payload as PayloadOf<Call>, context) };
}

/** Binds a call of a logged-in caller; http refuses before it comes here when there is no session. */
export function bindSelf<Call extends Endpoint | Action>(
  call: Call,
  handle: (payload: PayloadOf<Call>, context: SelfContext) => Promise<ReplyOf<Call>> | ReplyOf<Call>,
): BoundCall {
  return { call, handle: (payload, context) => handle(payload as PayloadOf<Call>, context as SelfContext) };
}
