// What a customer is told: in the app always, by push and mail as the customer has it.
import { z } from 'zod';
import { defineEndpoint, instant, pagedBy, pagedListOf, text, wholeNumber } from './endpoint.ts';
import { defineEvent } from './product-parts.ts';

export const noticeCategories = ['security', 'money', 'support', 'trading', 'products', 'news'] as const;
export type NoticeCategory = (typeof noticeCategories)[number];

/** What customers are told, each switched as one. */
export const noticeKindNames = [
  'contract-filled',
  'contract-liquidation',
  'contract-not-filled',
  'contract-stops',
  'experience-offered',
  'identity-decided',
  'option-ended',
  'pledge-ended',
  'purchase-changed',
  'security-event',
  'support-answered',
  'support-closed',
  'swap-limit',
  'withdrawal-ended',
] as const;
export type NoticeKindName = (typeof noticeKindNames)[number];

/** Besides the app, where each stands. */
export const noticeChannels = ['push', 'mail'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

const language = z.string().max(20).default('en');

const notification = z.object({
  notification_id: z.string(),
  kind: z.string(),
  category: z.enum(noticeCategories),
  title: z.string(),
  body: z.string(),
  /** A path of the app that shows more of it. */
  path: z.string(),
  at: instant,
  is_read: z.boolean(),
});
export type NotificationEntry = z.infer<typeof notification>;

/** There is something new, or it was read on another device. */
export const notificationEvent = defineEvent({
  action: 'notification',
  notify: z.object({ unread: z.number().int() }),
});

export const queryNotifications = defineEndpoint({
  method: 'POST',
  path: '/api/notifications/list',
  leaves: 'nothing',
  summary:
    'What you were told, newest first, in this language, and how much of it you have not read. Kept for 90 days.',
  who: 'self',
  payload: z.strictObject({ language, ...pagedBy }),
  reply: pagedListOf(notification).extend({ unread: z.number().int() }),
  refusals: [],
});

export const readNotifications = defineEndpoint({
  method: 'POST',
  path: '/api/notifications/read',
  leaves: 'nothing',
  summary: 'Mark a notification and all before it as read.',
  who: 'self',
  payload: z.strictObject({ up_to: text(1, 40) }),
  reply: z.object({ unread: z.number().int() }),
  refusals: ['not-found'],
});

/** always, never: nobody's choice. */
const channelState = z.enum(['on', 'off', 'always', 'never']);

const noticeSettings = z.object({
  kinds: z.array(
    z.object({
      kind: z.string(),
      category: z.enum(noticeCategories),
      name: z.string(),
      push: channelState,
      mail: channelState,
    }),
  ),
  /** Minutes of a day; null where there are none. */
  quiet_hours: z.object({ from: z.number().int(), to: z.number().int(), time_zone: z.string() }).nullable(),
  /** False for an account without an e-mail address. */
  can_mail: z.boolean(),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;

export const queryNoticeSettings = defineEndpoint({
  method: 'POST',
  path: '/api/notifications/settings',
  leaves: 'nothing',
  summary: 'Which notifications reach you besides the app, by kind, and when none do.',
  who: 'self',
  payload: z.strictObject({ language }),
  reply: noticeSettings,
  refusals: [],
});

export const changeNoticeSwitch = defineEndpoint({
  method: 'POST',
  path: '/api/notifications/settings/switch',
  leaves: { perDay: 500 },
  summary: 'Have one kind of notification pushed or mailed, or not. What is sent always can not be switched off.',
  who: 'self',
  payload: z.strictObject({
    kind: text(1, 60),
    channel: z.enum(noticeChannels),
    wanted: z.enum(['on', 'off']),
    language,
  }),
  reply: noticeSettings,
  refusals: ['not-found'],
});

export const changeQuietHours = defineEndpoint({
  method: 'POST',
  path: '/api/notifications/settings/quiet',
  leaves: { perDay: 200 },
  summary:
    'Hours in which nothing is pushed or mailed but what concerns security and money: it comes when they are over. In minutes ' +
    'of a day on the clocks of a time zone; the same minute twice is none.',
  who: 'self',
  payload: z.strictObject({
    from: wholeNumber(0, 1439),
    to: wholeNumber(0, 1439),
    time_zone: text(1, 60),
    language,
  }),
  reply: noticeSettings,
  refusals: [],
});

/** By the address in the mail's own header (RFC 8058), or by the page that its text leads to. */
export const unsubscribeMail = defineEndpoint({
  method: 'POST',
  path: '/api/notifications/unsubscribe/:token',
  summary: 'Stop mails of the kind that a mail was, by the link in it: no login is needed. As RFC 8058 has it.',
  who: 'anyone',
  payload: z.strictObject({ token: text(1, 200), 'List-Unsubscribe': z.literal('One-Click') }),
  reply: z.object({ kind: z.string() }),
  refusals: ['not-found', 'link-invalid'],
});
