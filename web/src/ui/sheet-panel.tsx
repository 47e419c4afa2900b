import { Drawer } from '@base-ui/react/drawer';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SheetProps } from './sheet.tsx';
import { useSurroundings } from './surroundings.tsx';

export function SheetPanel({ isOpen, onClose, title, note, foot, children, isTall, focusNext }: SheetProps): ReactNode {
  const { word } = useSurroundings();
  return (
    <Drawer.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-40 bg-veil opacity-[calc(1-var(--drawer-swipe-progress,0))] transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Drawer.Viewport className="fixed inset-0 z-50 flex items-end justify-center">
          <Drawer.Popup
            // Only where it is asked for: told where to go, the focus goes there even if it has moved on by itself.
            finalFocus={focusNext && (() => focusNext() ?? true)}
            className={clsx(
              'flex max-h-[calc(100dvh-2rem)] w-full max-w-column flex-col rounded-t-sheet border border-b-0 border-line bg-raised text-text shadow-lift outline-none',
              '[transform:translateY(var(--drawer-swipe-movement-y,0px))] transition-transform duration-200 ease-out data-swiping:duration-0 data-swiping:select-none',
              'data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)]',
              isTall && 'h-[calc(100dvh-2rem)]',
            )}
          >
            <div className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line" aria-hidden />
            <div className="flex shrink-0 items-center gap-2 ps-4 pe-1">
              <div className="min-w-0 flex-1 py-2">
                <Drawer.Title className="text-large font-strong">{title}</Drawer.Title>
                {note !== undefined && (
                  <Drawer.Description className="text-small text-secondary">{note}</Drawer.Description>
                )}
              </div>
              <Drawer.Close
                aria-label={word('close')}
                className="grid size-touch shrink-0 place-items-center rounded-control text-secondary active:bg-sunk"
              >
                <X className="size-5" strokeWidth={1.75} aria-hidden />
              </Drawer.Close>
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
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
