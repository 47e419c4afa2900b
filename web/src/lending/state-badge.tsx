import { borrowStates } from '@candor/wire';
import type { BorrowRecord } from '@candor/wire';
import type { ReactNode } from 'react';
import type { TextKey } from '../text/keys.ts';
import { useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import type { BadgeTone } from '../ui/badge.tsx';

const looks: Readonly<Record<number, { name: TextKey; tone: BadgeTone }>> = {
  [borrowStates.review]: { name: 'lending.review', tone: 'accent' },
  [borrowStates.paidOut]: { name: 'lending.paidOut', tone: 'good' },
  [borrowStates.rejected]: { name: 'lending.rejected', tone: 'neutral' },
  [borrowStates.repaid]: { name: 'lending.repaid', tone: 'neutral' },
  [borrowStates.overdue]: { name: 'lending.overdue', tone: 'danger' },
};

export function StateBadge({ record: { state } }: { record: BorrowRecord }): ReactNode {
  const t = useT();
  const look = looks[state];
  return look && <Badge tone={look.tone}>{t(look.name)}</Badge>;
}
