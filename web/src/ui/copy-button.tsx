import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { useKit } from './kit-provider.tsx';

/** Copies `text`; `label` says what it is, e.g. "Address". */
export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const { word } = useKit();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={`${word(isCopied ? 'copied' : 'copy')}: ${label}`}
        onPress={() => void copy(text).then(setCopied)}
      />
      <span role="status" className="unseen">
        {isCopied ? word('copied') : ''}
      </span>
    </>
  );
}

/** Pages delivered over plain http have no clipboard; a selected field still copies. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    const isDone = document.execCommand('copy');
    field.remove();
    return isDone;
  }
}
