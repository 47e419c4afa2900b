// Terms of products as operators see and change them: two of them each time, and public from the moment it is approved.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { defineEndpoint, text, wholeNumber } from './endpoint.ts';
import { operatorRoles } from './operator-roles.ts';
import { settingFilter, settingHistory, settingList, settingValues } from './settings.ts';

const everybody = { operator: operatorRoles } as const;

export const getSettingsDesk = defineEndpoint({
  method: 'GET',
  path: '/api/settings-desk',
  summary: 'As customers see them: what is in force and what is to come.',
  who: everybody,
  payload: z.strictObject({}),
  reply: settingList,
  refusals: [],
});

export const getSettingHistoryDesk = defineEndpoint({
  method: 'GET',
  path: '/api/settings-desk/history',
  summary: 'As customers see it: every version, the newest first.',
  who: everybody,
  payload: settingFilter,
  reply: settingHistory,
  refusals: [],
});

export const changeSetting = defineAct({
  kind: 'change-setting',
  summary:
    'A new version of the terms of a product: in force at once where nothing is worse for customers, after 24 hours where anything is. Public.', // oxfmt-ignore
  body: z.strictObject({
    name: text(1, 40),
    /** all where there is one for all. */
    id: z.string().regex(/^[A-Za-z0-9-]{1,20}$/),
    /** The number that it will have: one after the newest. */
    version: wholeNumber(1, 1_000_000),
    /** All fields, also those that stay as they are. */
    values: settingValues,
  }),
  proposers: ['risk', 'treasurer', 'administrator'],
  approvers: ['risk', 'administrator'],
  lifeMs: 24 * 3_600_000,
  refusals: ['setting-unknown', 'setting-malformed', 'setting-changed', 'nothing-to-change'],
});
