import { ShieldCheck } from 'lucide-react';
import type { ProductFace } from '../session/product-face.ts';
import type proof from '../text/en/proof.json';

declare module '../text/keys.ts' {
  interface Areas {
    proof: typeof proof;
  }
}

export const proofFace = {
  name: 'proof',
  textPart: 'proof',
  otherTexts: ['more'],
  routes: [
    { path: '/proof', index: 12, screen: 'proof/proof', name: 'menuProof', isFull: true },
    { path: '/proof/results', index: 13, screen: 'proof/results', name: 'menuProof', isFull: true },
    { path: '/proof/changes', index: 13, screen: 'proof/changes', name: 'menuProof', isFull: true },
  ],
  menu: [{ to: '/proof', name: 'menuProof', icon: ShieldCheck, group: 'about' }],
} as const satisfies ProductFace;
