import type { ProductFace } from '../session/product-face.ts';
import type notifications from '../text/en/notifications.json';

declare module '../text/keys.ts' {
  interface Areas {
    notifications: typeof notifications;
  }
}

export const notificationsFace = {
  name: 'notifications',
  textPart: 'notifications',
  otherTexts: ['market'],
  routes: [
    {
      path: '/notifications',
      index: 12,
      screen: 'notifications/notifications',
      name: 'notifications',
      needsLogin: true,
      isFull: true,
    },
    {
      path: '/notifications/settings',
      index: 13,
      screen: 'notifications/notice-settings',
      name: 'notifications',
      needsLogin: true,
      isFull: true,
    },
    { path: '/unsubscribe', index: 12, screen: 'notifications/unsubscribe', name: 'unsubscribe', isFull: true },
  ],
} as const satisfies ProductFace;
