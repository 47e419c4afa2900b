import { Badge } from '@candor/web/ui/badge.tsx';
import type { BadgeTone } from '@candor/web/ui/badge.tsx';
import type { ListedWithdrawal, WithdrawalReason } from '@candor/wire';
import type { ReactNode } from 'react';
import type { TextKey } from '../text/keys.ts';
import { useT } from '../text/texts.ts';

type Step = ListedWithdrawal['step'];

export const stepNames: Record<Step, TextKey> = {
  review: 'withdrawals.review',
  approved: 'withdrawals.approved',
  built: 'withdrawals.built',
  signed: 'withdrawals.signed',
  broadcast: 'withdrawals.broadcast',
  sent: 'withdrawals.sent',
  rejected: 'withdrawals.rejected',
  cancelled: 'withdrawals.cancelled',
  failed: 'withdrawals.failed',
};
const stepTones: Partial<Record<Step, BadgeTone>> = { review: 'accent', sent: 'good', failed: 'danger' };

export function StepBadge({ step }: { step: Step }): ReactNode {
  const t = useT();
  return <Badge tone={stepTones[step]}>{t(stepNames[step])}</Badge>;
}

export const reasonNames: Record<WithdrawalReason, TextKey> = {
  'own-wish': 'withdrawals.reason_own-wish',
  'address-doubtful': 'withdrawals.reason_address-doubtful',
  'security-doubtful': 'withdrawals.reason_security-doubtful',
  'identity-unclear': 'withdrawals.reason_identity-unclear',
  'not-carried-out': 'withdrawals.reason_not-carried-out',
};
