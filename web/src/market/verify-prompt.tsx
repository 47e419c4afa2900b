import { verifyMe } from '@candor/wire';
import type { ReactNode } from 'react';
import { useMode } from '../device/mode.ts';
import { storeUser } from '../session/session.ts';
import { certificationPath } from '../session/wanted-path.ts';
import { navigate, useAddress } from '../ui/address.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useSend } from '../data/use-send.ts';

export interface VerifyPromptProps {
  isOpen: boolean;
  onClose: () => void;
  /** Before the page is left. */
  onLeave?: () => void;
  title: string;
  confirm: string;
  /** Why, and in the demo that one tap is enough. */
  text: { ofDemo: string; otherwise: string };
}

/** What is for verified customers: says so, and leads to where one becomes one and back; the demo verifies in place. */
export function VerifyPrompt({ isOpen, onClose, onLeave, title, confirm, text }: VerifyPromptProps): ReactNode {
  const { pathname, search } = useAddress();
  const isDemo = useMode() === 'demo';
  const verify = useSend(verifyMe);

  async function goOn(): Promise<void> {
    if (!isDemo) {
      onClose();
      // The page behind stays alive: what is over it must not.
      onLeave?.();
      return navigate(certificationPath(pathname + search));
    }
    const outcome = await verify.send({});
    if (!outcome?.ok) return;
    storeUser(outcome.data);
    onClose();
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      confirm={confirm}
      isBusy={verify.isSending}
      onConfirm={() => void goOn()}
    >
      <p>{isDemo ? text.ofDemo : text.otherwise}</p>
    </Dialog>
  );
}
