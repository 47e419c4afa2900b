// On a phone: the two buttons that open the ticket, always at hand, and the sheet that it stands in.
import type { Coin, ContractSide } from '@candor/wire';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { PageFoot } from '../ui/page-foot.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TermsMissing } from './terms-missing.tsx';
import { TicketTitle } from './ticket-title.tsx';

export interface TradeBarProps {
  coin: Coin;
  isOpen: boolean;
  onBegin: (side: ContractSide) => void;
  onClose: () => void;
  hasTerms: boolean;
  /** The ticket. */
  children: ReactNode;
}

export function TradeBar({ coin, isOpen, onBegin, onClose, hasTerms, children }: TradeBarProps): ReactNode {
  const t = useText();
  return (
    <>
      <PageFoot>
        <div className="grid grid-cols-2 gap-2">
          <Button look="rise" icon={ArrowUp} onPress={() => onBegin('long')}>
            {t('contracts.long')}
          </Button>
          <Button look="fall" icon={ArrowDown} onPress={() => onBegin('short')}>
            {t('contracts.short')}
          </Button>
        </div>
      </PageFoot>
      <Sheet
        isOpen={isOpen}
        onClose={onClose}
        title={t('contracts.ticketTitle', { coin: coin.code })}
        note={isOpen && <TicketTitle coin={coin} />}
      >
        {isOpen && (hasTerms ? children : <TermsMissing />)}
      </Sheet>
    </>
  );
}
