// What an amount costs under terms, in money: what comes, what goes back, and when.
import type { BorrowTerm, Wad } from '@candor/wire';
import { formatAmount, yearlyRate, wad } from '@candor/wire';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Figure } from '../ui/text.tsx';
import { costOf } from './borrow-rules.ts';

export function BorrowCost({ term, amount }: { term: BorrowTerm; amount: Wad | undefined }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const found = amount === undefined ? undefined : costOf(amount, term, serverNow());
  const money = (value: Wad | undefined): ReactNode => (
    <Money amount={value} coin="USDT" precision="short" hasCoin size="small" />
  );
  return (
    <Card look="sunk">
      <Facts>
        <Fact label={t('lending.youReceive')}>{money(amount)}</Fact>
        <Fact label={t('lending.perMonth')}>
          <Figure>{formats.percent(term.monthly_rate)}</Figure>
        </Fact>
        <Fact label={t('lending.perYear')}>
          <Figure>{formats.percent(formatAmount(yearlyRate(wad(term.monthly_rate))))}</Figure>
        </Fact>
        <Fact label={t('lending.cost')} note={t('lending.noFees')}>
          {money(found?.cost)}
        </Fact>
        <Fact label={t('lending.total')}>{money(found?.total)}</Fact>
        <Fact label={t('lending.due')} note={t('lending.dueIfToday')}>
          <bdi>{formats.date(found?.dueAt ?? costOf(wad('0'), term, serverNow()).dueAt)}</bdi>
        </Fact>
      </Facts>
    </Card>
  );
}
