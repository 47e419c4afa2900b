import type { ProductFace } from '../session/product-face.ts';
import type security from '../text/en/security.json';

declare module '../text/keys.ts' {
  interface Areas {
    security: typeof security;
  }
}

export const securityFace = {
  name: 'security',
  textPart: 'security',
  // Codes and devices are those of registering and of the account.
  otherTexts: ['more', 'register'],
  routes: [
    { path: '/security', index: 12, screen: 'security/security', name: 'security', needsLogin: true, isFull: true },
    {
      path: '/authenticator',
      index: 13,
      screen: 'security/authenticator',
      name: 'authenticator',
      needsLogin: true,
      isFull: true,
    },
    { path: '/passkeys', index: 13, screen: 'security/passkeys', name: 'passkeys', needsLogin: true, isFull: true },
    {
      path: '/transactionpassword',
      index: 12,
      screen: 'security/trade-password',
      name: 'menuTradePassword',
      needsLogin: true,
      isFull: true,
    },
    {
      path: '/mail-phrase',
      index: 13,
      screen: 'security/mail-phrase',
      name: 'mailPhrase',
      needsLogin: true,
      isFull: true,
    },
    {
      path: '/change-contact',
      index: 13,
      screen: 'security/contact',
      name: 'changeContact',
      needsLogin: true,
      isFull: true,
    },
    {
      path: '/security-history',
      index: 13,
      screen: 'security/history',
      name: 'securityHistory',
      needsLogin: true,
      isFull: true,
    },
    { path: '/my-data', index: 13, screen: 'security/my-data', name: 'myData', needsLogin: true, isFull: true },
    {
      path: '/close-account',
      index: 14,
      screen: 'security/close-account',
      name: 'closeAccount',
      needsLogin: true,
      isFull: true,
    },
    { path: '/freeze', index: 13, screen: 'security/freeze', name: 'freeze', needsLogin: true, isFull: true },
    { path: '/not-me', index: 30, screen: 'security/not-me', name: 'notMe', isFull: true },
  ],
} as const satisfies ProductFace;
