// One coin: where it lies, and what can be done with it.
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Fact, Facts } from '../ui/list.tsx';
import { MenuTile } from '../ui/menu-tile.tsx';
import { Money } from '../ui/money.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { bucketNames } from './total-card.tsx';
import { amountOf, buckets } from '../live/worth.ts';
import type { Holding } from '../live/worth.ts';

export function CoinSheet({ holding, onClose }: { holding: Holding | undefined; onClose: () => void }): ReactNode {
  const t = useT();
  // Stays while the sheet slides away.
  const [last, setLast] = useState(holding);
  if (holding !== undefined && holding !== last) setLast(holding);
  const coin = last?.coin_code ?? 'USDT';
  return (
    <Sheet isOpen={holding !== undefined} onClose={onClose} title={coin}>
      {last && (
        <div className="flex flex-col gap-5">
          <Facts>
            <Fact label={t('assets.all')}>
              <Money amount={amountOf(last)} coin={coin} hasCoin isPrivate weight="strong" size="small" />
            </Fact>
            {buckets.map((bucket) => (
              <Fact key={bucket} label={t(`assets.${bucketNames[bucket]}`)}>
                <Money amount={last[bucket]} coin={coin} isPrivate size="small" />
              </Fact>
            ))}
          </Facts>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] gap-y-3">
            <MenuTile isRound icon={ArrowDownToLine} label={t('shell.menuDeposit')} to={`/recharge?coin=${coin}`} />
            <MenuTile isRound icon={ArrowUpFromLine} label={t('shell.menuWithdraw')} to={`/withdraw?coin=${coin}`} />
            <MenuTile isRound icon={ArrowLeftRight} label={t('assets.swap')} to={`/exchange?coin=${coin}`} />
            <MenuTile isRound icon={ReceiptText} label={t('assets.bills')} to={`/bills?coin=${coin}`} />
          </div>
        </div>
      )}
    </Sheet>
  );
}
