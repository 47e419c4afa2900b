// A form in the middle of the page, over what it is about. Enter sends it, Escape closes it; a modal dialog of the browser's own.
import { Button } from '@candor/web/ui/button.tsx';
import { Form } from '@candor/web/ui/form.tsx';
import { useKit } from '@candor/web/ui/kit-provider.tsx';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

export interface PanelProps {
  title: string;
  onClose: () => void;
  /** What the button that does it says; without one there is only something to read. */
  confirm?: string;
  onConfirm?: () => void;
  look?: 'primary' | 'danger';
  isBusy?: boolean;
  isReady?: boolean;
  children: ReactNode;
}

export function Panel(props: PanelProps): ReactNode {
  const { title, onClose, confirm, onConfirm, look = 'primary', isBusy = false, isReady = true, children } = props;
  const { word } = useKit();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opened = dialog.current;
    const before = document.activeElement;
    opened?.showModal();
    // A panel without fields is confirmed by Enter too; the browser would begin with the way out.
    if (!opened?.querySelector('input, select, textarea'))
      opened?.querySelector<HTMLElement>('button[type="submit"]')?.focus();
    return () => {
      opened?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onClose();
      }}
      className="m-auto max-h-[85dvh] w-full max-w-140 overflow-y-auto rounded-card border border-line bg-raised p-5 text-text shadow-lift backdrop:bg-veil"
    >
      <Form onSubmit={() => isReady && !isBusy && onConfirm?.()} className="gap-4">
        <h2 className="text-large font-strong">{title}</h2>
        {children}
        <div className="flex justify-end gap-2">
          <Button look="secondary" isDisabled={isBusy} onPress={onClose}>
            {word(confirm === undefined ? 'close' : 'cancel')}
          </Button>
          {confirm !== undefined && (
            <Button type="submit" look={look} isBusy={isBusy} isDisabled={!isReady}>
              {confirm}
            </Button>
          )}
        </div>
      </Form>
    </dialog>
  );
}
