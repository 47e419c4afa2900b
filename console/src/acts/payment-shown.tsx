// Of an act that approves a payment: the amount, the coin and the address, as they are signed.
import { Money } from '@candor/web/ui/money.tsx';
import { Figure } from '@candor/web/ui/text.tsx';
import type { ReactNode } from 'react';

export const PaymentShown = ({ facts }: { facts: Readonly<Record<string, unknown>> }): ReactNode => (
  <>
    <Money amount={String(facts['net'])} coin={String(facts['coin'])} hasCoin size="title" weight="strong" />
    <Figure>{String(facts['address'])}</Figure>
  </>
);
