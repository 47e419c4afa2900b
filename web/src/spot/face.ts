import type { ProductFace } from '../session/product-face.ts';

export const spotFace = {
  name: 'spot',
  otherTexts: ['market'],
  routes: [{ path: '/spot', index: 10, screen: 'spot/spot', name: 'menuSpot', needsLogin: true, isDark: true }],
} as const satisfies ProductFace;
