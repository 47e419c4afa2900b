// A panel from the bottom. Its machinery (focus, swipe, dismissal) is loaded when the first one opens, or ahead by preload.
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';

export interface SheetProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Under the title. */
  note?: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  foot?: ReactNode;
  children: ReactNode;
  /** As high as the screen allows, for lists. */
  isTall?: boolean;
  /** Has the focus as soon as the sheet is gone; without it, or when null, what had it before. */
  focusNext?: () => HTMLElement | null;
}

const load = () => import('./sheet-panel.tsx');
const SheetPanel = lazy(async () => ({ default: (await load()).SheetPanel }));
export const preloadSheet = (): void => void load().catch(() => undefined);

export function Sheet(props: SheetProps): ReactNode {
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? (
    <Suspense>
      <SheetPanel {...props} />
    </Suspense>
  ) : null;
}
