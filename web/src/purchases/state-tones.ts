import type { PurchaseState } from '@candor/wire';

export const stateTones = {
  'waiting-payment': 'accent',
  paid: 'accent',
  'late-paid': 'warn',
  completed: 'good',
  cancelled: 'neutral',
  expired: 'neutral',
  rejected: 'danger',
} as const satisfies Record<PurchaseState, string>;
