// What of a result is fixed and not paid yet: the house owes it, and says when it comes.
import type { ContractOrderMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Money } from '../ui/money.tsx';

export const isPaymentDue = ({ payment_due: due }: Pick<ContractOrderMessage, 'payment_due'>): boolean => due !== '0';

export function PaymentDue({ amount }: { amount: string }): ReactNode {
  const t = useT();
  return (
    <Banner tone="warn" title={t('contracts.paymentDue')}>
      <Money amount={amount} coin="USDT" precision="short" hasCoin size="small" weight="strong" isPrivate />
    </Banner>
  );
}
