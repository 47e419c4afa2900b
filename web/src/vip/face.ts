import type { ProductFace } from '../session/product-face.ts';
import type vip from '../text/en/vip.json';

declare module '../text/keys.ts' {
  interface Areas {
    vip: typeof vip;
  }
}

export const vipFace = {
  name: 'vip',
  textPart: 'vip',
  routes: [{ path: '/vip', index: 12, screen: 'vip/vip', name: 'vipLevel', needsLogin: true, isFull: true }],
} as const satisfies ProductFace;
