import type { ProductFace } from '../session/product-face.ts';

export const receiptsFace = {
  name: 'receipts',
  otherTexts: ['more'],
  routes: [
    {
      path: '/receipt/:kind/:id',
      index: 20,
      screen: 'receipts/receipt',
      name: 'receipt',
      needsLogin: true,
      isFull: true,
    },
    { path: '/shared/:token', index: 20, screen: 'receipts/shared-receipt', name: 'receipt', isFull: true },
    { path: '/verify', index: 19, screen: 'receipts/verify-file', name: 'receipt', isFull: true },
  ],
} as const satisfies ProductFace;
