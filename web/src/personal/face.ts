import type { experienceMovements } from '@candor/wire';
import { KeyRound, Lock, User } from 'lucide-react';
import type { ProductFace, WordsOf } from '../session/product-face.ts';
import type personal from '../text/en/personal.json';

declare module '../text/keys.ts' {
  interface Areas {
    personal: typeof personal;
  }
}

export const personalFace = {
  name: 'personal',
  textPart: 'more',
  otherTexts: ['market', 'register'],
  routes: [
    { path: '/personal', index: 4, screen: 'personal/personal', name: 'personal', isKept: true },
    {
      path: '/loginpassword',
      index: 12,
      screen: 'personal/login-password',
      name: 'menuPassword',
      needsLogin: true,
      isFull: true,
    },
    { path: '/sessions', index: 12, screen: 'personal/sessions', name: 'sessions', needsLogin: true, isFull: true },
    { path: '/invite', index: 12, screen: 'personal/invite', name: 'menuInvite', needsLogin: true, isFull: true },
    { path: '/app', index: 12, screen: 'personal/app', name: 'menuApp', isFull: true },
    { path: '/language', index: 12, screen: 'personal/language', name: 'language', isFull: true },
    { path: '/appearance', index: 12, screen: 'personal/appearance', name: 'appearance', isFull: true },
  ],
  tab: { to: '/personal', name: 'personal', icon: User },
  menu: [
    { to: '/loginpassword', name: 'menuPassword', icon: KeyRound },
    { to: '/transactionpassword', name: 'menuTradePassword', icon: Lock },
  ],
  movements: { 'experience-bonus': { name: 'billExperience' } } satisfies WordsOf<typeof experienceMovements>,
} as const satisfies ProductFace;
