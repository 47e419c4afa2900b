import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { useKit } from './kit-provider.tsx';

/** The eye beside a total: hides and shows every amount that is private. */
export function HideBalances({ className }: { className?: string }): ReactNode {
  const { hidesBalances, setHidesBalances, word } = useKit();
  return (
    <IconButton
      icon={hidesBalances ? EyeOff : Eye}
      label={word(hidesBalances ? 'showBalances' : 'hideBalances')}
      onPress={() => setHidesBalances(!hidesBalances)}
      {...(className === undefined ? {} : { className })}
    />
  );
}
