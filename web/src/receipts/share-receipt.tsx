import type { ReceiptKind } from '@candor/wire';
import { Share } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { toast } from '../ui/toast.ts';
import { useReceipt } from './read-receipt.ts';
import { keepFile } from './save-receipt.ts';
import { verifyAddress } from './verify-address.ts';

/** As a file, which anyone can verify: its page is its owner's alone. By the phone's own sheet where there is one, else it is saved. */
export function ShareReceipt({ kind, id }: { kind: ReceiptKind; id: string }): ReactNode {
  const t = useT();
  const { data } = useReceipt(kind, id);
  if (data === undefined) return null;
  const { text } = data;
  async function share(): Promise<void> {
    // Browsers hand over text, and no JSON.
    const file = new File([text], `candor-receipt-${id}.txt`, { type: 'text/plain' });
    const address = verifyAddress();
    try {
      const canShare = typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] });
      if (canShare) {
        await navigator.share({
          files: [file],
          title: t('receipts.title'),
          text: t('receipts.shareText', { address }),
        });
      } else {
        keepFile(file);
        toast.success(t('receipts.savedToShare', { address }));
      }
    } catch (error) {
      // Closing the sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(t('receipts.notShared'));
    }
  }
  return <IconButton icon={Share} label={t('receipts.share')} onPress={() => void share()} />;
}
