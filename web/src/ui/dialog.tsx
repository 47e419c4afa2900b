// A question in the middle of the screen that must be answered. Loaded like the sheet, when the first one opens.
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';

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
  /** Nothing to choose: only the button that closes. */
  isNotice?: boolean;
}

const load = () => import('./dialog-panel.tsx');
const DialogPanel = lazy(async () => ({ default: (await load()).DialogPanel }));
export const preloadDialog = (): void => void load().catch(() => undefined);

export function Dialog(props: DialogProps): ReactNode {
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? (
    <Suspense>
      <DialogPanel {...props} />
    </Suspense>
  ) : null;
}
