import { Share } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { toast } from '../ui/toast.ts';

/** By the phone's own sheet where there is one, else the link is copied. */
export function SharePage({ title }: { title: string }): ReactNode {
  const t = useT();
  async function share(): Promise<void> {
    const url = location.href;
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      toast.success(t('content.linkCopied'));
    } catch (error) {
      // Closing the sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.error(t('content.notShared'));
    }
  }
  return <IconButton icon={Share} label={t('content.share')} onPress={() => void share()} />;
}
