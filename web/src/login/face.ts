import type { ProductFace } from '../session/product-face.ts';
import type login from '../text/en/login.json';

declare module '../text/keys.ts' {
  interface Areas {
    login: typeof login;
  }
}

export const loginFace = {
  name: 'login',
  textPart: 'register',
  routes: [{ path: '/login', index: 30, screen: 'login/login', name: 'login', isFull: true, isWithoutPrices: true }],
} as const satisfies ProductFace;
