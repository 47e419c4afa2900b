// A call bound to its handler, and what a handler knows of who calls.
import type { Action, Endpoint, OperatorRole, Uuid, WireId } from '@candor/wire';
import type { z } from 'zod';
import type { Upload } from './upload.ts';

/** `real` money, or `bonus` that an experience account trades with; the two never mix. */
export type Book = 'real' | 'bonus';

export interface Session {
  sessionId: Uuid;
  accountId: Uuid;
  /** The account's id as the wire writes it. */
  accountWireId: WireId;
  book: Book;
  isVerified: boolean;
  /** Looks, and closes what is open: operators have frozen the account. */
  isFrozen: boolean;
  /** There are terms that its owner has not accepted: the same holds until then. */
  owesAcceptance: boolean;
  /** A loan is overdue: no USDT goes into anything new until it is paid. */
  isOverdue: boolean;
}

/** Of somebody who is signed in at the console. */
export interface OperatorSession {
  sessionId: Uuid;
  operatorId: Uuid;
  name: string;
  roles: readonly OperatorRole[];
  steppedUpUntil: number;
  endsAt: number;
  isDemo: boolean;
}

export const isOfOperator = (session: Session | OperatorSession): session is OperatorSession => 'operatorId' in session;

/** What makes a repetition recognisable, and an order that comes too late. Money commands pass it on. */
export interface Idempotency {
  /** From the header, else that of the first same request within the 2 s before. */
  key: Uuid;
  /** SHA-256 over path and canonical payload. */
  digest: Buffer;
  /** When it was placed, as its person's client says, epoch ms by this server's clock; undefined where it may come at any time. */
  placedAt?: number | undefined;
}

export interface CallContext {
  session: Session | undefined;
  operator: OperatorSession | undefined;
  ip: string;
  userAgent: string;
  /** The one of ours that the request came to: `https://candor.example`. */
  origin: string;
  /** When the request's last byte had arrived. */
  receivedAt: number;
  idempotency: Idempotency;
  /** The file of a request to a call that takes one; see upload.ts. */
  openUpload?: () => Promise<Upload>;
  /** Sets the session cookie; the token is the only copy of the secret. */
  startSession(token: string): void;
  endSession(): void;
}
export interface SelfContext extends CallContext {
  session: Session;
}

export interface OperatorContext extends CallContext {
  operator: OperatorSession;
}

export interface BoundCall {
  call: Endpoint | Action;
  /** Answers with the reply's data or a promise of it. */
  handle: (payload: unknown, context: CallContext) => unknown;
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

/** Binds a call of an operator; http has compared the roles and asked for the second factor where it must be recent. */
export function bindOperator<Call extends Endpoint>(
  call: Call,
  handle: (payload: PayloadOf<Call>, context: OperatorContext) => Promise<ReplyOf<Call>> | ReplyOf<Call>,
): BoundCall {
  return { call, handle: (payload, context) => handle(payload as PayloadOf<Call>, context as OperatorContext) };
}

/** Binds a call of a logged-in caller that takes a file; `open` refuses a request that has none. */
export function bindUpload<Call extends Endpoint>(
  call: Call,
  handle: (open: () => Promise<Upload>, context: SelfContext) => Promise<ReplyOf<Call>>,
): BoundCall {
  return { call, handle: (_payload, context) => handle(() => context.openUpload!(), context as SelfContext) };
}
