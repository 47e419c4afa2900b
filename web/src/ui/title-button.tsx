// The page's heading as a button: it names what is shown, and a tap changes it.
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

export interface TitleButtonProps {
  children: ReactNode;
  /** What a tap does, e.g. "choose another market". */
  hint: string;
  onPress: () => void;
}

export const TitleButton = ({ children, hint, onPress }: TitleButtonProps): ReactNode => (
  <h1 tabIndex={-1} className="min-w-0 text-start">
    <button
      type="button"
      aria-haspopup="dialog"
      className="flex min-h-touch max-w-full items-center gap-1 rounded-control text-large font-strong"
      onClick={onPress}
    >
      <span className="min-w-0 hyphens-auto">{children}</span>
      <span className="unseen">{hint}</span>
      <ChevronDown className="size-4.5 shrink-0 text-secondary" strokeWidth={1.75} aria-hidden />
    </button>
  </h1>
);
