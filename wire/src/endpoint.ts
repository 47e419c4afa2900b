// What a call is, as data. Server, client, documentation, fuzzers and the authorisation matrix all read these tables.
import { z } from 'zod';
import { hasOneOf, operatorRoles, type OperatorRole, type WithRoles } from './operator-roles.ts';
import type { RefusalCode } from './refusals.ts';

/**
 * What bounds the rows that a customer's call leaves for good. nothing: it reads, or what it writes takes the place of what was there. fee: each
 * costs its caller money. taken-back: what is placed and taken back for nothing is counted with what is refused. own-limit: its product
 * has a limit for it, or what it is about can be done once. perDay: so many calls from midnight to midnight UTC.
 */
export type Leaves = 'nothing' | 'fee' | 'taken-back' | 'own-limit' | { perDay: number };

/**
 * anyone: no session needed. self: a session, and every id of a person in the payload is the session's own.
 * operator: an operator of the platform who has one of the roles, signed in at the console; no customer's session helps.
 */
export type Caller = 'anyone' | 'self' | { operator: readonly OperatorRole[] };

interface Call<Payload extends z.ZodType, Reply extends z.ZodType> {
  summary: string;
  who: Caller;
  /** Offered in demo mode only; elsewhere it does not exist. */
  isDemoOnly?: true;
  /** A customer whose account is frozen, or who has not accepted new terms, may still do it, though it moves money. */
  isForFrozen?: true;
  /** Puts USDT into something new: refused with `loan-overdue` while the customer's loan is overdue. */
  spendsUsdt?: true;
  /** Of an operator: the second factor must have been shown within the last five minutes. */
  needsStepUp?: true;
  /**
   * Of an operator: the reply tells of customers. Before it goes out a row of the audit log says who looked at whom; its act bears
   * this name unless the handler left a row that tells more.
   */
  looksAt?: `${string}-${'viewed' | 'listed'}`;
  /** Every call of a customer that may write says it. */
  leaves?: Leaves;
  /** How many calls it counts as against its caller's limit, where it is dearer than others; 1 unless given. */
  weight?: number;
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
  /** What it asks for is as good later: it is carried out whenever it comes, and takes no Placed-At. */
  mayBeLate?: true;
  /** Moves none, but what was asked under one key is done once all the same. */
  takesKey?: true;
  /**
   * bare: the reply is the document itself, without status and data, as HTX and receipts have it. lines: a file that has such a
   * document on each line. csv: a table as text. jpeg: a picture. zip: an archive.
   */
  form?: 'bare' | 'lines' | 'csv' | 'jpeg' | 'zip';
  /** Takes one file besides, as multipart/form-data, in its part `file`. */
  takesFile?: { bytesMax: number };
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

/** Operators who may make it. */
export const rolesFor = ({ who }: { who: Caller }): readonly OperatorRole[] =>
  typeof who === 'string' ? [] : who.operator;
/** What is for all roles is also for who has none yet. */
export const letsIn = (call: { who: Caller }, operator: WithRoles): boolean =>
  rolesFor(call).length === operatorRoles.length || hasOneOf(rolesFor(call), operator);

/** Text that must be there, within a length. */
export const text = (minLength: number, maxLength: number) => z.string().min(minLength).max(maxLength);

/** A whole number that arrives as JSON number or as form text, written in one way only: no sign of zero, no leading zeros. */
export const wholeNumber = (min: number, max: number) =>
  z
    .union([
      z
        .string()
        .regex(/^(?:0|-?[1-9]\d{0,14})$/)
        .transform((digits) => parseInt(digits, 10)),
      z.number(),
    ])
    .pipe(z.number().int().min(min).max(max));

/** An amount as plain decimal text; its precision is checked where the coin is known. */
export const amountText = z.string().max(40);

/** `trade_user_id`, `account_id` and the like: the wire id of the session's account. */
export const accountId = text(1, 40);

export const pageOf = { pagesize: wholeNumber(1, 100).default(20), current_page: wholeNumber(1, 1_000_000).default(1) };

/** `{TOTAL, RESULT_LIST}` of the spec. Beyond 10,000, TOTAL is at least what it says: it grows as whoever reads on comes to more. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ TOTAL: z.number().int(), RESULT_LIST: z.array(item) });

/** Paging of customers' lists. With `after`, a page starts where an earlier one ended, whatever was inserted or deleted since; `current_page` counts from there. */
export const pagedBy = { ...pageOf, after: z.string().max(200).default('') };
/** `next` is given while more rows follow: ask again with `after` set to it. */
export const pagedListOf = <Item extends z.ZodType>(item: Item) => listOf(item).extend({ next: z.string().optional() });

export { instant } from './instant.ts';

export const toInstant = (ms: number): string => new Date(ms).toISOString();

/** Whether it is carried out only shortly after it was placed, where its client says when that was. */
export const takesPlacedAt = (call: Action | Endpoint): boolean =>
  'path' in call && call.movesMoney === true && call.mayBeLate !== true;

/** From Placed-At to when the server has read it, ms: what comes later, or was placed further ahead of the server's clock, is refused. */
export const placedAtLimits = { lateMs: 5_000, aheadMs: 1_000 } as const;

/** Whether a customer may leave rows with it, by what it is: those of its name or method only read. Tools of the demo are none of the product. */
export const mayLeaveRows = (call: Action | Endpoint): boolean =>
  call.who === 'self' &&
  !call.isDemoOnly &&
  ('path' in call ? call.method === 'POST' : !/^(?:query|get|find)/.test(call.name));

/** How often a day its caller may make it; undefined where something else bounds it. */
export const perDayOf = ({ leaves }: { leaves?: Leaves }): number | undefined =>
  typeof leaves === 'object' ? leaves.perDay : undefined;

/** Whether what is asked twice under one key is done once: such a call is sent with one. */
export const isDoneOnce = (call: Action | Endpoint): boolean =>
  'path' in call && (call.movesMoney === true || call.takesKey === true);
