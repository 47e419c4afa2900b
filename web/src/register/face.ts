import type { ProductFace } from '../session/product-face.ts';
import type register from '../text/en/register.json';

declare module '../text/keys.ts' {
  interface Areas {
    register: typeof register;
  }
}

export const registerFace = {
  name: 'register',
  textPart: 'register',
  routes: [
    {
      path: '/register',
      index: 31,
      screen: 'register/register',
      name: 'register',
      isFull: true,
      isWithoutPrices: true,
    },
    { path: '/forgot', index: 32, screen: 'register/forgot', name: 'forgot', isFull: true, isWithoutPrices: true },
  ],
} as const satisfies ProductFace;
