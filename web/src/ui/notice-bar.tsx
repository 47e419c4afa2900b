import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export interface NoticeBarProps {
  children: ReactNode;
  action: string;
  onAction: () => void;
}

/** Waits above the navigation until the person has time for it; covers nothing that is pressed. */
export const NoticeBar = ({ children, action, onAction }: NoticeBarProps): ReactNode => (
  <div
    role="status"
    className="rise-in fixed inset-x-4 bottom-[calc(env(safe-area-inset-bottom)+var(--tabs)+0.5rem)] z-40 mx-auto flex max-w-column items-center gap-3 rounded-card border border-line bg-raised ps-4 pe-2 py-2 text-small shadow-lift wide:bottom-4 wide:start-64"
  >
    <span className="min-w-0 flex-1">{children}</span>
    <Button isSmall onPress={onAction}>
      {action}
    </Button>
  </div>
);
