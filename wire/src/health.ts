// What runs the business, as operators see it: alarms, processes, whether the books are right, and commands that were set aside.
import { z } from 'zod';
import { defineEndpoint, instant, listOf, wholeNumber } from './endpoint.ts';
import { listPage, sortedBy, tableRowsMax } from './lists.ts';
import { operatorRoles } from './operator-roles.ts';

const everybody = { operator: operatorRoles } as const;
const triesAgain = { operator: ['risk', 'administrator'] } as const;
const looksAtCommands = { operator: ['risk', 'auditor', 'administrator'] } as const;

/** What somebody should look at now; those that customers lose by come first. */
export const alarmKinds = [
  'books-broken',
  'no-engine',
  'clock-wrong',
  'locks-held',
  'gains-due',
  'bankroll-empty',
  'market-halted',
  'commands-set-aside',
  'payments-stopped',
  'payments-taken-back',
  'network-stopped',
  'node-contradicts',
  'deposits-wait',
  'contracts-paid',
  'wallet-low',
  'network-waits',
  'rates-doubted',
  'rates-late',
  'draws-wait',
  'deliveries-failed',
  'deliveries-wait',
  'process-silent',
  'job-failing',
  'looks-used-up',
  'looks-many',
  'calls-refused',
  'books-unchecked',
  'audit-unfinished',
  'log-unsigned',
  'market-degraded',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/api/health-desk',
  summary:
    'What somebody should look at now, each process with its last sign of life, and the newest check of the books.',
  who: everybody,
  payload: z.strictObject({}),
  reply: z.object({
    alarms: z.array(
      z.object({
        kind: z.enum(alarmKinds),
        is_grave: z.boolean(),
        /** What it is about: coins, a process, a job of one, invariants, an operator, how many, how much. */
        about: z.string(),
        since: instant.nullable(),
        /** The session of the database that `endLocks` ends; null unless the alarm is about one. */
        pid: z.number().int().nullable(),
      }),
    ),
    processes: z.array(
      z.object({
        role: z.enum(['web', 'engine']),
        host: z.string(),
        pid: z.number().int(),
        started_at: instant,
        seen_at: instant,
        is_silent: z.boolean(),
        /** The share of the last seconds in which it worked, as 0.123. */
        busy: z.string(),
        memory_mb: z.number().int(),
      }),
    ),
    books: z
      .object({
        checked_at: instant,
        /** The operator who asked for it, or the command; null for that of the hour. */
        asked_by: z.string().nullable(),
        invariants: z.number().int(),
        /** The names of those that are broken. */
        broken: z.array(z.string()),
      })
      .nullable(),
  }),
  refusals: [],
});

export const endLocks = defineEndpoint({
  method: 'POST',
  path: '/api/locks/end',
  summary: 'End a session of the database that has kept locks for more than a minute; what it had begun is undone.',
  who: triesAgain,
  payload: z.strictObject({ pid: wholeNumber(1, 2_147_483_647) }),
  reply: z.object({}),
  refusals: ['not-found'],
});

const sorts = ['at'] as const;

export const listSetAside = defineEndpoint({
  method: 'GET',
  path: '/api/set-aside',
  summary:
    'Commands of the engine that failed too often and wait until somebody lets them be tried again, the newest first.',
  who: looksAtCommands,
  looksAt: 'set-aside-listed',
  payload: z.strictObject({ ...listPage(...sorts) }),
  reply: listOf(
    z.object({
      set_aside_id: z.number().int(),
      command: z.string(),
      account_id: z.string(),
      /** The row that it is about, as the database names it. */
      object_id: z.string(),
      error: z.string(),
      tries: z.number().int(),
      at: instant,
    }),
  ),
  refusals: [],
});

export const exportSetAside = defineEndpoint({
  method: 'GET',
  path: '/api/set-aside/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who: looksAtCommands,
  weight: 10,
  form: 'csv',
  looksAt: 'set-aside-listed',
  payload: z.strictObject({ sort: sortedBy(...sorts) }),
  reply: z.string(),
  refusals: [],
});

export const retrySetAside = defineEndpoint({
  method: 'POST',
  path: '/api/set-aside/retry',
  summary: 'Let a command that was set aside be tried again: its product finds it within seconds.',
  who: triesAgain,
  payload: z.strictObject({ set_aside_id: wholeNumber(1, Number.MAX_SAFE_INTEGER) }),
  reply: z.object({}),
  refusals: ['not-found'],
});
