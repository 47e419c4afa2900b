import type { BadgeTone } from '@candor/web/ui/badge.tsx';
import type { ListedPurchase, RejectReason } from '@candor/wire';
import type { TextKey } from '../text/keys.ts';

type State = ListedPurchase['state'];

export const stateNames: Record<State, TextKey> = {
  'waiting-payment': 'transfers.state_waiting-payment',
  paid: 'transfers.state_paid',
  'late-paid': 'transfers.state_late-paid',
  completed: 'transfers.state_completed',
  cancelled: 'transfers.state_cancelled',
  expired: 'transfers.state_expired',
  rejected: 'transfers.state_rejected',
};
export const stateTones: Partial<Record<State, BadgeTone>> = { paid: 'accent', 'late-paid': 'warn', completed: 'good', rejected: 'danger' }; // oxfmt-ignore

export const reasonNames: Record<RejectReason, TextKey> = {
  'not-received': 'transfers.reason_not-received',
  'other-name': 'transfers.reason_other-name',
  'wrong-amount': 'transfers.reason_wrong-amount',
  'bank-returned': 'transfers.reason_bank-returned',
  other: 'transfers.reason_other',
};

/** Nothing of it is decided yet. */
export const isOpen = ({ ended_at: ended }: ListedPurchase): boolean => ended === null;
export const isSaidPaid = (item: ListedPurchase): boolean =>
  isOpen(item) && (item.state === 'paid' || item.state === 'late-paid');
export const owesRefund = ({ refund, refunded_at: at }: ListedPurchase): boolean =>
  refund !== null && refund !== '0' && at === null;
