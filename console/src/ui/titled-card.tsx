import { Card, type CardProps } from '@candor/web/ui/card.tsx';
import { Heading } from '@candor/web/ui/text.tsx';
import type { ReactNode } from 'react';

interface TitledCardProps extends Omit<CardProps, 'label'> {
  title: string;
  /** At the end of the heading's line. */
  end?: ReactNode;
}

/** Called what its heading says. */
export const TitledCard = ({ title, end, children, ...card }: TitledCardProps): ReactNode => (
  <Card label={title} {...card}>
    <Heading end={end}>{title}</Heading>
    {children}
  </Card>
);
