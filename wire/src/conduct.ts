// What may be offered to customers where the platform works, on the wire: a public table per jurisdiction, and the one in force.
import { z } from 'zod';
import { defineEndpoint, instant } from './endpoint.ts';
import { defineEvent } from './product-parts.ts';

/** Which warning stands where contracts are offered; losing-accounts tells the share of accounts that lost money. */
export const conductWarnings = ['general', 'losing-accounts'] as const;
export type ConductWarning = (typeof conductWarnings)[number];

/** Settings that become looser are in force no sooner than this after they were asked for; tighter ones may be at once. */
export const conductNoticeMs = 24 * 3_600_000;

export const conductProfile = z.object({
  /** Whose rules these are: demo, strict, or a place; a change of them is a new version. */
  jurisdiction: z.string(),
  version: z.number().int(),
  options_offered: z.boolean(),
  lever_max: z.number().int(),
  warning: z.enum(conductWarnings),
  age_min: z.number().int(),
  bonuses_offered: z.boolean(),
});
export type ConductProfileMessage = z.infer<typeof conductProfile>;

const chosenProfile = conductProfile.extend({ asked_at: instant, in_force_from: instant });

export const conduct = z.object({
  in_force: chosenProfile,
  /** What is to come, unless something else is chosen before. */
  coming: chosenProfile.nullable(),
  /** Real accounts that contracts gained, lost or cost something in the 12 months before `until`, and those that lost in all. */
  losing_accounts: z
    .object({
      accounts: z.number().int(),
      losing: z.number().int(),
      /** losing / accounts, with four decimals; null while there are no accounts. */
      share: z.string().nullable(),
      until: instant,
    })
    .nullable(),
});
export type ConductMessage = z.infer<typeof conduct>;

/** In room home, sent whenever something of it changes. */
export const conductEvent = defineEvent({ action: 'conduct', notify: conduct });

export const getConduct = defineEndpoint({
  method: 'GET',
  path: '/api/conduct',
  summary:
    'What may be offered here: the profile in force, what is to come and when, and the share of losing accounts.',
  who: 'anyone',
  payload: z.strictObject({}),
  reply: conduct,
  refusals: [],
});

const history = z.object({
  profiles: z.array(conductProfile),
  choices: z.array(
    z.object({
      number: z.number().int(),
      jurisdiction: z.string(),
      version: z.number().int(),
      /** server: its default, until an operator chooses. */
      chosen_by: z.enum(['server', 'operator']),
      asked_at: instant,
      in_force_from: instant,
    }),
  ),
});

export const conductDesk = conduct.extend(history.shape);

export const getConductHistory = defineEndpoint({
  method: 'GET',
  path: '/api/conduct/history',
  summary: 'Every version of every profile there ever was, and each choice of one, oldest first.',
  who: 'anyone',
  payload: z.strictObject({}),
  reply: history,
  refusals: [],
});
