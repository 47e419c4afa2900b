// On a phone: the two buttons that open the ticket, always at hand, and the sheet that it stands in.
import type { Coin, ContractSide } from '@candor/wire';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { PageFoot } from '../ui/page-foot.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TicketTitle } from './ticket-title.tsx';

export interface TradeBarProps {
  coin: Coin;
  isOpen: boolean;
  onBegin: (side: ContractSide) => void;
  onClose: () => void;
  /** The ticket. */
  children: ReactNode;
}

export function TradeBar({ coin, isOpen, onBegin, onClose, children }: TradeBarProps): ReactNode {
  const t = useT();
  return (
    <>
      <PageFoot>
        <TradeButtons onBegin={onBegin} />
      </PageFoot>
      <Sheet
        isOpen={isOpen}
        onClose={onClose}
        title={t('contracts.ticketTitle', { coin: coin.code })}
        note={isOpen && <TicketTitle coin={coin} />}
      >
        {isOpen && children}
      </Sheet>
    </>
  );
}

export function TradeButtons({ onBegin }: Pick<TradeBarProps, 'onBegin'>): ReactNode {
  const t = useT();
  return (
    <div className="grid grid-cols-2 gap-2">
      <Button look="rise" icon={ArrowUp} onPress={() => onBegin('long')}>
        {t('contracts.openLong', { count: 0 })}
      </Button>
      <Button look="fall" icon={ArrowDown} onPress={() => onBegin('short')}>
        {t('contracts.openShort', { count: 0 })}
      </Button>
    </div>
  );
}
