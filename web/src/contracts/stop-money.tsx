import type { Wad } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats } from '../text/texts.ts';
import { Money } from '../ui/money.tsx';
import { toneOf } from './position-rules.ts';
import { gainAt, shareOfMargin } from './stop-rules.ts';
import type { Stake } from './stop-rules.ts';

/** What a price would bring: +4.66 USDT (+25%). */
export function StopMoney({ stake, price }: { stake: Stake; price: Wad }): ReactNode {
  const formats = useFormats();
  const gain = gainAt(stake, price);
  return (
    <span className="inline-flex flex-wrap gap-x-1.5">
      <Money
        amount={gain}
        coin="USDT"
        precision="short"
        isSigned
        hasCoin
        size="small"
        weight="medium"
        tone={toneOf(gain)}
      />
      <bdi dir="ltr" className="figure">
        {`(${formats.percent(shareOfMargin(gain, stake.margin), { decimals: 0, isSigned: true })})`}
      </bdi>
    </span>
  );
}
