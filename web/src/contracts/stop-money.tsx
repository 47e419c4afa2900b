import type { Wad } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats } from '../text/texts.ts';
import { Gain } from '../ui/gain.tsx';
import { gainAt, shareOfMargin } from './stop-rules.ts';
import type { Stake } from './stop-rules.ts';
import { Figure } from '../ui/text.tsx';

/** What a price would bring: +4.66 USDT (+25%). */
export function StopMoney({ stake, price }: { stake: Stake; price: Wad }): ReactNode {
  const formats = useFormats();
  const gain = gainAt(stake, price);
  return (
    <span className="inline-flex flex-wrap gap-x-1.5">
      <Gain amount={gain} hasCoin size="small" weight="medium" />
      <Figure>{`(${formats.percent(shareOfMargin(gain, stake.margin), { decimals: 0, isSigned: true })})`}</Figure>
    </span>
  );
}
