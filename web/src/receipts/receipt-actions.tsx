import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { saveReceipt } from './save-receipt.ts';

export interface ReceiptActionsProps {
  id: string;
  /** As it was signed. */
  text: string;
  /** Where the same is traded again. */
  to: string;
  picture?: ReactNode;
}

/** What is done with a receipt besides verifying it. */
export function ReceiptActions({ id, text, to, picture }: ReceiptActionsProps): ReactNode {
  const t = useT();
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" icon={Download} className="flex-1" onPress={() => saveReceipt({ id, text })}>
          {t('receipts.download')}
        </Button>
        {picture}
      </div>
      <Button look="quiet" to={to} isWide>
        {t('ui.tradeAgain')}
      </Button>
    </>
  );
}
