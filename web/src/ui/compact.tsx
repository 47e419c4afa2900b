import type { ReactNode } from 'react';
import { useKit } from './kit-provider.tsx';

/** A large figure in brief. Where the short form has a word in it, as in Arabic, it runs in the word's direction. */
export function Compact({ amount }: { amount: string | null | undefined }): ReactNode {
  const { formats } = useKit();
  return <CompactText text={formats.compact(amount)} />;
}

/** For cells that compare the finished text before they draw. */
export const CompactText = ({ text }: { text: string }): ReactNode => (
  <bdi dir="auto" className="whitespace-nowrap">
    {text}
  </bdi>
);
