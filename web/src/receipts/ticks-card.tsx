import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { Text } from '../ui/text.tsx';

export interface TicksCardProps {
  title: ReactNode;
  /** How many ticks the picture is drawn from. */
  count: number;
  children: ReactNode;
}

/** The picture of a receipt's ticks, under its name. */
export function TicksCard({ title, count, children }: TicksCardProps): ReactNode {
  const t = useT();
  return (
    <Card className="flex flex-col gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Text as="h2" size="small" weight="strong">
          {title}
        </Text>
        <Text size="small" tone="faint">
          {t('receipts.tickCount', { count })}
        </Text>
      </div>
      {children}
    </Card>
  );
}
