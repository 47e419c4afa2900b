import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useBackCloses } from './back-closes.ts';
import { useKit } from './kit-provider.tsx';
import { closeBySwipe } from './swipe-down.ts';

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

export function SheetPanel({ isOpen, onClose, title, note, foot, children, isTall, focusNext }: SheetProps): ReactNode {
  const { word } = useKit();
  useBackCloses(isOpen, onClose);
  const swiped = useSwipeDown(onClose);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-end justify-center">
          <Dialog.Popup
            ref={swiped}
            // Only where it is asked for: told where to go, the focus goes there even if it has moved on by itself.
            finalFocus={focusNext && (() => focusNext() ?? true)}
            className={clsx(
              'flex max-h-[calc(100dvh-2rem)] w-full max-w-column flex-col rounded-t-sheet border border-b-0 border-line bg-raised text-text shadow-lift outline-none',
              '[transform:translateY(var(--swipe-y,0px))] transition-transform duration-200 ease-out data-swiping:duration-0 data-swiping:select-none',
              'data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)]',
              isTall && 'h-[calc(100dvh-2rem)]',
            )}
          >
            <div className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line" aria-hidden />
            <div className="flex shrink-0 items-center gap-2 ps-4 pe-1">
              <div className="min-w-0 flex-1 py-2">
                <Dialog.Title className="text-large font-strong">{title}</Dialog.Title>
                {note !== undefined && (
                  <Dialog.Description className="text-small text-secondary">{note}</Dialog.Description>
                )}
              </div>
              <Dialog.Close
                aria-label={word('close')}
                className="grid size-touch shrink-0 place-items-center rounded-control text-secondary -outline-offset-2 active:bg-sunk"
              >
                <X className="size-5" strokeWidth={1.75} aria-hidden />
              </Dialog.Close>
            </div>
            {/* What gets the focus is scrolled clear of a foot that stays in view. */}
            <div
              className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4 has-data-sheet-foot:scroll-pb-24"
              tabIndex={-1}
            >
              {children}
            </div>
            {foot !== undefined && <div className="shrink-0 border-t border-line px-4 py-3">{foot}</div>}
            <div className="h-[env(safe-area-inset-bottom)] shrink-0" />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** For the panel, which comes and goes with each opening. */
function useSwipeDown(close: () => void): (panel: HTMLElement | null) => void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  useEffect(() => (panel ? closeBySwipe(panel, () => latest.current()) : undefined), [panel]);
  return setPanel;
}
