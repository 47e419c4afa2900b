// What a call is, as data. Server, client, documentation, fuzzers and the authorisation matrix all read these tables.
import { z } from 'zod';
import type { RefusalCode } from './refusals.ts';

/** anyone: no session needed. self: a session, and every id of a person in the payload is the session's own. */
export type Caller = 'anyone' | 'self';

interface Call<Payload extends z.ZodType, Reply extends z.ZodType> {
  summary: string;
  who: Caller;
  /** Offered in demo mode only; elsewhere it does not exist. */
  isDemoOnly?: true;
  payload: Payload;
  /** What `data` (endpoints) or ACTION_INFO (actions) holds on success. */
  reply: Reply;
  /** Payload fields that name a person and must be the session's account. */
  selfIds?: readonly string[];
  /** Refusals of its own, besides those that every call can meet. */
  refusals: readonly RefusalCode[];
  /** Refusals that the spec gives a number: answered with HTTP 200 and that number as `status`. */
  statusOf?: Partial<Record<RefusalCode, number>>;
}

/** A call with a path of its own; replies `{status, data, code?, facts?}`. */
export interface Endpoint<Payload extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> extends Call<
  Payload,
  Reply
> {
  method: 'GET' | 'POST';
  path: `/${string}`;
  /** Moves money: takes an Idempotency-Key. */
  movesMoney?: true;
  /** bare: the reply is the document itself, without status and data, as HTX and receipts have it. */
  form?: 'bare';
}

/** A call behind POST /api/action; `name` is its ACTION_NAME. */
export interface Action<Payload extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> extends Call<
  Payload,
  Reply
> {
  name: string;
}

export const defineEndpoint = <Payload extends z.ZodType, Reply extends z.ZodType>(
  endpoint: Endpoint<Payload, Reply>,
): Endpoint<Payload, Reply> => endpoint;

export const defineAction = <Payload extends z.ZodType, Reply extends z.ZodType>(
  action: Action<Payload, Reply>,
): Action<Payload, Reply> => action;

/** Text that must be there, within a length. */
export const text = (minLength: number, maxLength: number) => z.string().min(minLength).max(maxLength);

/** A whole number that arrives as JSON number or as form text. */
export const wholeNumber = (min: number, max: number) =>
  z
    .union([
      z
        .string()
        .regex(/^-?\d{1,15}$/)
        .transform((digits) => parseInt(digits, 10)),
      z.number(),
    ])
    .pipe(z.number().int().min(min).max(max));

/** An amount as plain decimal text; its precision is checked where the coin is known. */
export const amountText = z.string().max(40);

/** `trade_user_id`, `account_id` and the like: the wire id of the session's account. */
export const accountId = text(1, 40);

export const pageOf = { pagesize: wholeNumber(1, 100).default(20), current_page: wholeNumber(1, 1_000_000).default(1) };

/** `{TOTAL, RESULT_LIST}` of the spec. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ TOTAL: z.number().int(), RESULT_LIST: z.array(item) });

/** An instant: ISO 8601, UTC, with milliseconds. */
export const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Instants of one second share all but their milliseconds, and a whole date is slow to write. */
let second = NaN;
let secondText = '';

export function toInstant(ms: number): string {
  const exact = Math.trunc(ms);
  const whole = Math.floor(exact / 1000);
  if (whole !== second) {
    secondText = new Date(whole * 1000).toISOString().slice(0, -4);
    second = whole;
  }
  return `${secondText}${String(exact - whole * 1000).padStart(3, '0')}Z`;
}
