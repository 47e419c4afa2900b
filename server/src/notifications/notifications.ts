// What customers are told of what happens to what is theirs: in the app, by push and by mail.
import {
  changeNoticeSwitch,
  changeQuietHours,
  exportDeliveries,
  listDeliveries,
  notificationEvent,
  queryNoticeSettings,
  queryNotifications,
  readNotifications,
  retryDeliveries,
  unsubscribeMail,
} from '@candor/wire';
import { product } from '../kit/product.ts';
import { notificationsWeb } from './notifications-web.ts';

export const notifications = product({
  name: 'notifications',
  calls: [
    {
      title: 'Notifications',
      text: 'What you are told of what happens to what is yours.',
      anyone: [unsubscribeMail],
      self: [queryNotifications, readNotifications, queryNoticeSettings, changeNoticeSwitch, changeQuietHours],
    },
  ],
  consoleCalls: [
    {
      title: 'Notifications',
      text: 'What was pushed and mailed to customers, and what became of it.',
      operator: [listDeliveries, exportDeliveries, retryDeliveries],
    },
  ],
  events: [notificationEvent],
  unnoticed: { notification: 'It is what brings all others.' },
  bridged: { betweenWebs: ['notifications.changed'] },
  web: notificationsWeb,
});
