// A pledge in a list: how far it has come, and what comes next.
import type { PledgeOrder } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Row } from '../ui/list.tsx';
import { Money } from '../ui/money.tsx';

export function PledgeRow({ pledge }: { pledge: PledgeOrder }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { amount, days, days_posted: day, next_at: next, next_amount: income, posted } = pledge;
  return (
    <Row
      title={<Money amount={amount} coin="USDT" precision="short" hasCoin isPrivate />}
      note={t('staking.dayOf', { day: formats.whole(day), days: formats.whole(days) })}
      end={<Money amount={income ?? posted} coin="USDT" precision="short" isSigned tone="rise" isPrivate />}
      endNote={<bdi>{formats.dayTime(next ?? pledge.ended_at ?? pledge.ends_at)}</bdi>}
      to={`/pledge/${pledge.pledge_order_id}`}
    />
  );
}
