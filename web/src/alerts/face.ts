import type { ProductFace } from '../session/product-face.ts';

export const alertsFace = {
  name: 'alerts',
  otherTexts: ['market'],
  routes: [{ path: '/alerts', index: 12, screen: 'alerts/alerts', name: 'alerts', needsLogin: true, isFull: true }],
} as const satisfies ProductFace;
