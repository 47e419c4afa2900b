import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { useBackCloses } from './back-closes.ts';
import { Button } from './button.tsx';
import { useKit } from './kit-provider.tsx';

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What will happen: what leaves, what comes, what it costs. */
  children: ReactNode;
  /** What the button that does it says. */
  confirm: string;
  onConfirm: () => void;
  look?: 'primary' | 'danger';
  isBusy?: boolean;
  /** What it will do is not known yet: it waits, and can be closed. */
  isHeld?: boolean;
  /** Nothing to choose: only the button that closes. */
  isNotice?: boolean;
}

export function DialogPanel(props: DialogProps): ReactNode {
  const {
    isOpen,
    onClose,
    title,
    children,
    confirm,
    onConfirm,
    look = 'primary',
    isBusy = false,
    isHeld = false,
    isNotice,
  } = props;
  const { word } = useKit();
  useBackCloses(isOpen, () => !isBusy && onClose());
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && !isBusy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <AlertDialog.Popup className="fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-2rem)] max-w-90 -translate-y-1/2 flex-col gap-3 overflow-y-auto rounded-sheet border border-line bg-raised p-5 text-text shadow-lift outline-none transition-[opacity,scale] duration-150 data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0">
          <AlertDialog.Title className="text-large font-strong">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="text-secondary">
            {children}
          </AlertDialog.Description>
          <div className="mt-2 flex flex-wrap gap-2">
            {!isNotice && (
              <Button look="secondary" className="flex-1" isDisabled={isBusy} onPress={onClose}>
                {word('cancel')}
              </Button>
            )}
            <Button look={look} className="flex-1" isBusy={isBusy || isHeld} onPress={onConfirm}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
