// A text of one's own that is handed on, with the button that copies it.
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { Text } from '../ui/text.tsx';

interface CopiedProps {
  label: string;
  text: string;
  /** As wide as what it stands in. */
  isWide?: boolean;
}

export const Copied = ({ label, text, isWide = false }: CopiedProps): ReactNode => (
  <div className={clsx('flex min-w-0 items-center', isWide && 'w-full gap-2')}>
    <span className="flex min-w-0 flex-1 flex-col">
      <Text size="tiny" tone="secondary">
        {label}
      </Text>
      <Text weight="medium">
        <bdi dir="ltr" className="break-all">
          {text}
        </bdi>
      </Text>
    </span>
    <CopyButton text={text} label={label} />
  </div>
);
