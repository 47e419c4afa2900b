import type { ReactNode } from 'react';
import { Heading } from '../ui/text.tsx';

export const Sample = ({ name, children }: { name: string; children: ReactNode }): ReactNode => (
  <section className="flex flex-col">
    <Heading>{name}</Heading>
    <div className="flex flex-col gap-3">{children}</div>
  </section>
);
