// Terms of a draw with which buyers get more than they pay, with the sum in red: for who proposes them, and for who approves them.
import { Banner } from '@candor/web/ui/banner.tsx';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { textOf } from '../session/value-text.ts';

type Values = Readonly<Record<string, unknown>>;

const isLoss = (result: unknown): boolean => textOf(result).startsWith('-');
const lossOf = (result: unknown): string => textOf(result).replace(/^-/, '');

export function PaysBuyers({ body, facts }: { body: Values; facts: Values }): ReactNode {
  const t = useT();
  if (facts['pays_buyers'] !== true) return null;
  const [loss, worst] = [lossOf(facts['result_at_minimum']), lossOf(facts['result_worst'])];
  return (
    <Banner tone="danger" title={t('acts.paysBuyers', { loss, sold: textOf(body['tickets_min']) })}>
      <p>{t('acts.paysBuyersWorth', { worth: textOf(facts['ticket_worth_max']), price: textOf(body['price']) })}</p>
      <p>{t('acts.paysBuyersWorst', { loss: worst, sold: textOf(facts['result_worst_sold']) })}</p>
      {isLoss(facts['result_sold_out']) && (
        <p>{t('acts.paysBuyersSoldOut', { loss: lossOf(facts['result_sold_out']) })}</p>
      )}
    </Banner>
  );
}
