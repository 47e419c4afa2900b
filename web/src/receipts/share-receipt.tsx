import { Share } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../text/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { toast } from '../ui/toast.ts';

/** By the phone's own sheet where there is one, else the link is copied. */
export function ShareReceipt(): ReactNode {
  const t = useText();
  async function share(): Promise<void> {
    const url = location.href;
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title: t('receipts.title'), url });
      await navigator.clipboard.writeText(url);
      toast.success(t('receipts.linkCopied'));
    } catch (error) {
      // Closing the sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(t('receipts.notShared'));
    }
  }
  return <IconButton icon={Share} label={t('receipts.share')} onPress={() => void share()} />;
}
