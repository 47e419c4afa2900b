// Sends once more what did not get there.
import { RefreshCw } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Button } from './button.tsx';

export interface AgainButtonProps {
  children: string;
  label?: string;
  isBusy: boolean;
  onPress: () => void;
  /** Has the focus after it: once all is sent there is nothing to repeat, and it goes. */
  next: RefObject<HTMLElement | null>;
}

export function AgainButton({ next, children, ...button }: AgainButtonProps): ReactNode {
  const own = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const [leaving, other] = [own.current, next.current];
    return () => {
      if (document.activeElement === leaving) other?.focus();
    };
  }, [next]);
  return (
    <Button ref={own} isSmall icon={RefreshCw} className="self-start" {...button}>
      {children}
    </Button>
  );
}
