// A text of a chain (an address, a transaction id), shortened for reading, with a button that copies all of it.
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { shortAddress } from './short-address.ts';
import { Figure } from './text.tsx';

export const Copied = ({ text, label }: { text: string; label: string }): ReactNode => (
  <span dir="ltr" className="inline-flex items-center">
    <Figure>{shortAddress(text)}</Figure>
    <CopyButton text={text} label={label} />
  </span>
);
