// What operators change of products, on the wire: every version there ever was, public.
import { z } from 'zod';
import { defineEndpoint, instant, text, wholeNumber } from './endpoint.ts';
import { defineEvent } from './product-parts.ts';

/** What of a field is better for customers. neither: any change may be worse. fixed: it never changes, another id has another one. */
export const settingWays = ['more', 'less', 'neither', 'fixed'] as const;
/**
 * share and amount are decimal text, count and duration (ms) whole numbers; shares has one share for each coin that it names. text is at
 * most 70 characters; account is an IBAN or a number of a bank.
 */
export const settingForms = ['share', 'amount', 'count', 'duration', 'flag', 'shares', 'text', 'account'] as const;

/** Every setting there is: the app and the console have words for each. */
export const settingNames = [
  'option-terms',
  'contract-terms',
  'pledge-terms',
  'pledge-limits',
  'currency-terms',
  'payment-terms',
  'unpaid-terms',
  'loan-terms',
  'loan-limits',
  'vip-levels',
  'deposit-terms',
  'withdrawal-terms',
  'purchase-terms',
  'swap-terms',
  'swap-day-limits',
  'retention',
  'experience-terms',
  'operator-limits',
  'operator-looks',
] as const;
const settingName = z.enum(settingNames);
export type SettingName = z.infer<typeof settingName>;

/** What is worse for customers in anything is in force this long after it was approved; anything else at once. */
export const settingNoticeMs = 24 * 3_600_000;

const settingField = z.object({
  name: z.string(),
  form: z.enum(settingForms),
  favours: z.enum(settingWays),
  /** Bounds, themselves included; as text, of a share or amount in decimals. */
  min: z.string().optional(),
  max: z.string().optional(),
});
export type SettingField = z.infer<typeof settingField>;

const settingValue = z.union([z.string(), z.number(), z.boolean(), z.record(z.string(), z.string()), z.null()]);
export type SettingValue = z.infer<typeof settingValue>;
export const settingValues = z.record(z.string(), settingValue);

const settingVersion = z.object({
  version: z.number().int(),
  values: settingValues,
  asked_at: instant,
  in_force_from: instant,
  /** Null where it came with a release of the program. */
  proposed_by: z.string().nullable(),
  approved_by: z.string().nullable(),
});
export type SettingVersion = z.infer<typeof settingVersion>;

export const settingList = z.object({
  settings: z.array(
    z.object({
      name: settingName,
      /** What it is the terms of; all where there is one for all. */
      id: z.string(),
      fields: z.array(settingField),
      in_force: settingVersion,
      /** What will be in force unless something else is approved before. */
      coming: settingVersion.nullable(),
      /** The number of the newest version, in force or not: the next one has the number after it. */
      newest_version: z.number().int(),
    }),
  ),
});
export type SettingMessage = z.infer<typeof settingList>['settings'][number];

/** never: another one was approved before its time. */
export const settingStates = ['in-force', 'coming', 'over', 'never'] as const;
export const settingHistory = z.object({
  versions: z.array(
    settingVersion.extend({
      name: settingName,
      id: z.string(),
      state: z.enum(settingStates),
      /** What is other than in the version before, and whom it favours. */
      changes: z.array(
        z.object({ field: z.string(), before: settingValue, after: settingValue, favours_customers: z.boolean() }),
      ),
    }),
  ),
});
export type SettingHistory = z.infer<typeof settingHistory>;
export const settingFilter = z.strictObject({
  name: text(1, 40).optional(),
  /** Those before this place, counted from the newest on. */
  offset: wholeNumber(0, 1_000_000).default(0),
});
export const settingHistoryMax = 50;

export const getSettings = defineEndpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'Terms, fees and limits of all products as they are in force, what is to come and when, and what of each field favours customers.', // oxfmt-ignore
  who: 'anyone',
  payload: z.strictObject({}),
  reply: settingList,
  refusals: [],
});

export const getSettingHistory = defineEndpoint({
  method: 'GET',
  path: '/api/settings/history',
  summary: `Every version of them there ever was, the newest first, ${settingHistoryMax} at a time: what changed, who asked for it, and since when it was in force.`, // oxfmt-ignore
  who: 'anyone',
  payload: settingFilter,
  reply: settingHistory,
  refusals: [],
});

/** In room home: terms came into force, or are to come. */
export const settingsEvent = defineEvent({ action: 'settings', notify: z.object({ names: z.array(z.string()) }) });
