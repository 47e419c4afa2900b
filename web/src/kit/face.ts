import type { ProductFace } from '../session/product-face.ts';

export const kitFace = {
  name: 'kit',
  otherTexts: ['market'],
  routes: [{ path: '/dev/kit', index: 40, screen: 'kit/kit', name: 'kit', isFull: true }],
} as const satisfies ProductFace;
