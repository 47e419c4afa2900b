import { Badge } from '@candor/web/ui/badge.tsx';
import type { BadgeTone } from '@candor/web/ui/badge.tsx';
import type { BorrowReason, CreditPart, ListedLoan } from '@candor/wire';
import type { ReactNode } from 'react';
import type { TextKey } from '../text/keys.ts';
import { useT } from '../text/texts.ts';

type State = ListedLoan['state'];

export const stateNames: Record<State, TextKey> = {
  review: 'lending.review',
  'paid-out': 'lending.paidOut',
  rejected: 'lending.rejected',
  repaid: 'lending.repaid',
  overdue: 'lending.overdue',
};
const stateTones: Partial<Record<State, BadgeTone>> = { review: 'accent', 'paid-out': 'good', overdue: 'danger' };

export function StateBadge({ state }: { state: State }): ReactNode {
  const t = useT();
  return <Badge tone={stateTones[state]}>{t(stateNames[state])}</Badge>;
}

export const reasonNames: Record<BorrowReason, TextKey> = {
  'history-too-short': 'lending.reason_history-too-short',
  'too-much-at-risk': 'lending.reason_too-much-at-risk',
  'details-unclear': 'lending.reason_details-unclear',
  'not-offered-to-you': 'lending.reason_not-offered-to-you',
};

export const partNames: Record<CreditPart, TextKey> = {
  identity: 'lending.part_identity',
  age: 'lending.part_age',
  vip: 'lending.part_vip',
  history: 'lending.part_history',
};
