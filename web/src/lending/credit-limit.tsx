// How much may be borrowed, and why: the parts of one's own limit, or for guests the rules by which everybody's follows.
import type { BorrowTerms, CreditLimit, CreditPart } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Card } from '../ui/card.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';
import { Text } from '../ui/text.tsx';

type Limits = BorrowTerms['limits'];

const money = (amount: string): ReactNode => (
  <Money amount={amount} coin="USDT" precision="short" hasCoin size="small" />
);

/** By which rule each part comes about. */
function useRules(limits: Limits): Record<CreditPart, string | undefined> {
  const [t, formats] = [useT(), useFormats()];
  return {
    identity: undefined,
    age: t('lending.note_age', { months: formats.whole(limits.age_months_max) }),
    vip: t('lending.note_vip'),
    history: t('lending.note_history', { share: formats.percent(limits.history_share, { decimals: 0 }) }),
  };
}

export function OwnLimit({ limit, limits }: { limit: CreditLimit; limits: Limits }): ReactNode {
  const t = useT();
  const rules = useRules(limits);
  return (
    <Card label={t('lending.limitTitle')} className="flex flex-col gap-3">
      <Text as="h2" weight="strong">
        {t('lending.limitTitle')}
      </Text>
      <Facts>
        {limit.parts.map(({ part, amount }) => (
          <Fact key={part} label={t(`lending.part_${part}`)} note={rules[part]}>
            {money(amount)}
          </Fact>
        ))}
        <Fact label={t('lending.limit')} note={limit.is_capped ? t('lending.capped') : undefined}>
          <Money amount={limit.limit} coin="USDT" precision="short" hasCoin weight="strong" />
        </Fact>
      </Facts>
    </Card>
  );
}

export function LimitRules({ limits }: { limits: Limits }): ReactNode {
  const t = useT();
  const rules = useRules(limits);
  const each: [CreditPart, string][] = [
    ['identity', limits.identity_amount],
    ['age', limits.age_amount],
    ['vip', limits.vip_amount],
    ['history', limits.history_max],
  ];
  return (
    <Card label={t('lending.rulesTitle')} className="flex flex-col gap-3">
      <Text as="h2" weight="strong">
        {t('lending.rulesTitle')}
      </Text>
      <Facts>
        {each.map(([part, amount]) => (
          <Fact key={part} label={t(`lending.part_${part}`)} note={rules[part]}>
            {money(amount)}
          </Fact>
        ))}
        <Fact label={t('lending.most')}>{money(limits.limit_max)}</Fact>
      </Facts>
    </Card>
  );
}
