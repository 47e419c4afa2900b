import type { demoMovements } from '@candor/wire';
import { FlaskConical } from 'lucide-react';
import type { ProductFace, WordsOf } from '../session/product-face.ts';
import type demo from '../text/en/demo.json';

declare module '../text/keys.ts' {
  interface Areas {
    demo: typeof demo;
  }
}

export const demoFace = {
  name: 'demo',
  textPart: 'more',
  routes: [{ path: '/demo', index: 12, screen: 'demo/demo', name: 'menuDemo', isFull: true }],
  menu: [{ to: '/demo', name: 'menuDemo', icon: FlaskConical, isDemoOnly: true }],
  movements: { 'test-money': { name: 'billTestMoney' } } satisfies WordsOf<typeof demoMovements>,
} as const satisfies ProductFace;
