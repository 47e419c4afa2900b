import { useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import { currentRefusalText } from '../text/refusal-text.ts';
import { logOut } from './session.ts';

/** Asks before it logs out here. */
export function LogOutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode {
  const t = useT();
  const [isBusy, setBusy] = useState(false);

  async function leave(): Promise<void> {
    setBusy(true);
    const failure = await logOut();
    setBusy(false);
    onClose();
    if (failure) toast.error(currentRefusalText(failure));
    else toast.success(t('shell.loggedOut'));
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('shell.logOutTitle')}
      confirm={t('shell.menuLogOut')}
      look="danger"
      isBusy={isBusy}
      onConfirm={() => void leave()}
    >
      {t('shell.logOutText')}
    </Dialog>
  );
}
