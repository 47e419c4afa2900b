import { withdrawalStates } from '@candor/wire';
import type { WithdrawalMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import type { TextKey } from '../text/keys.ts';
import { useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import type { BadgeTone } from '../ui/badge.tsx';

const looks: Readonly<Record<number, { name: TextKey; tone: BadgeTone }>> = {
  [withdrawalStates.review]: { name: 'withdrawals.state_review', tone: 'accent' },
  [withdrawalStates.succeeded]: { name: 'withdrawals.state_succeeded', tone: 'good' },
  [withdrawalStates.failed]: { name: 'withdrawals.state_failed', tone: 'danger' },
};

export function StateBadge({ withdrawal: { state, step } }: { withdrawal: WithdrawalMessage }): ReactNode {
  const t = useT();
  if (step === 'sent') return <Badge tone="good">{t('withdrawals.state_sent')}</Badge>;
  if (step === 'cancelled') return <Badge tone="neutral">{t('withdrawals.state_cancelled')}</Badge>;
  const look = looks[state];
  return look && <Badge tone={look.tone}>{t(look.name)}</Badge>;
}
