import { verifyMe } from '@candor/wire';
import type { ReactNode } from 'react';
import { useMode } from '../device/mode.ts';
import { storeUser, useUser } from '../session/session.ts';
import { certificationPath } from '../session/wanted-path.ts';
import { navigate, useAddress } from '../ui/address.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useSend } from '../data/use-send.ts';

export interface VerifyWords {
  title: string;
  confirm: string;
  /** Why, and in the demo that one tap is enough. */
  text: { ofDemo: string; otherwise: string };
}

export interface VerifyFirstProps extends VerifyWords {
  /** Before the page is left. */
  onLeave?: () => void;
  /** Once the demo has verified, which it does in place. */
  onVerified?: () => void;
  className?: string;
}

export interface VerifyPromptProps extends VerifyFirstProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Above what is for verified customers, before anything is filled in: says so and leads there and back. Nothing for guests. */
export function VerifyFirst({ title, confirm, text, className, ...told }: VerifyFirstProps): ReactNode {
  const user = useUser();
  const { isDemo, isBusy, verify } = useVerifying(told);
  if (user === null || user.status === '1') return null;
  return (
    <Banner
      tone="info"
      title={title}
      {...(className !== undefined && { className })}
      action={
        <Button isSmall look="secondary" className="self-start" isBusy={isBusy} onPress={() => void verify()}>
          {confirm}
        </Button>
      }
    >
      {isDemo ? text.ofDemo : text.otherwise}
    </Banner>
  );
}

/** The same for whoever sends the form all the same. */
export function VerifyPrompt({
  isOpen,
  onClose,
  title,
  confirm,
  text,
  onLeave,
  onVerified,
}: VerifyPromptProps): ReactNode {
  const { isDemo, isBusy, verify } = useVerifying({
    onVerified: () => {
      onClose();
      onVerified?.();
    },
    onLeave: () => {
      onClose();
      // The page behind stays alive: what is over it must not.
      onLeave?.();
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      confirm={confirm}
      isBusy={isBusy}
      onConfirm={() => void verify()}
    >
      <p>{isDemo ? text.ofDemo : text.otherwise}</p>
    </Dialog>
  );
}

/** Leads to where one becomes a verified customer and back; the demo verifies in place. */
function useVerifying({ onLeave, onVerified }: Pick<VerifyFirstProps, 'onLeave' | 'onVerified'>) {
  const { pathname, search } = useAddress();
  const isDemo = useMode() === 'demo';
  const { send, isSending: isBusy } = useSend(verifyMe);

  async function verify(): Promise<void> {
    if (!isDemo) {
      onLeave?.();
      return navigate(certificationPath(pathname + search));
    }
    const outcome = await send({});
    if (!outcome?.ok) return;
    storeUser(outcome.data);
    onVerified?.();
  }

  return { isDemo, isBusy, verify };
}
