import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { useKit } from './kit-provider.tsx';

export interface HeaderProps {
  title: ReactNode;
  /** Instead of the title, with an h1 of its own, e.g. a button that changes what is shown. */
  heading?: ReactNode;
  /** Shows the way back; the path is where it leads when there is no page before. */
  back?: string | undefined;
  /** At most two icon buttons. */
  actions?: ReactNode;
}

/** 48 px, title centred, back at the start; large numbers belong into the page. */
export function Header({ title, heading, back, actions }: HeaderProps): ReactNode {
  const { word, goBack } = useKit();
  return (
    <div className="grid min-h-header grid-cols-[1fr_minmax(0,auto)_1fr] items-center px-1">
      <div className="flex justify-start">
        {back !== undefined && (
          <IconButton icon={ChevronLeft} label={word('back')} isMirrored onPress={() => goBack(back)} />
        )}
      </div>
      {heading ?? (
        <h1 tabIndex={-1} className="px-1 text-center text-large font-strong hyphens-auto">
          {title}
        </h1>
      )}
      <div className="flex justify-end">{actions}</div>
    </div>
  );
}
