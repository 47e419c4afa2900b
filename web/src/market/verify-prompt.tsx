import { getAuthentication, verifyMe } from '@candor/wire';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useRead } from '../data/use-read.ts';
import { useMode } from '../device/mode.ts';
import { storeUser, useUser } from '../session/session.ts';
import { certificationPath } from '../session/wanted-path.ts';
import { needTexts, useT } from '../text/texts.ts';
import { navigate, useAddress } from '../ui/address.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useSend } from '../data/use-send.ts';
import type { handedInWords, HandedInWords } from './handed-in-words.ts';

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

/**
 * Above what is for verified customers, before anything is filled in: says so and leads there and back. Whoever waits for a review reads
 * that, and whose document failed where the reason is. Nothing for guests.
 */
export function VerifyFirst({ title, confirm, text, className, ...told }: VerifyFirstProps): ReactNode {
  const user = useUser();
  const handedIn = useHandedIn();
  const { isInPlace, isBusy, verify } = useVerifying({ ...told, handedIn });
  if (user === null || user.status === '1') return null;
  return (
    <Banner
      tone="info"
      title={handedIn?.title ?? title}
      {...(className !== undefined && { className })}
      action={
        <Button isSmall look="secondary" className="self-start" isBusy={isBusy} onPress={() => void verify()}>
          {handedIn?.confirm ?? confirm}
        </Button>
      }
    >
      {handedIn ? undefined : isInPlace ? text.ofDemo : text.otherwise}
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
  const handedIn = useHandedIn();
  const { isInPlace, isBusy, verify } = useVerifying({
    handedIn,
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
      title={handedIn?.title ?? title}
      confirm={handedIn?.confirm ?? confirm}
      isBusy={isBusy}
      onConfirm={() => void verify()}
    >
      {!handedIn && <p>{isInPlace ? text.ofDemo : text.otherwise}</p>}
    </Dialog>
  );
}

/** Of who has handed in a document and is not verified. Nobody else needs the words, and who is verified is not asked about. */
function useHandedIn(): HandedInWords | undefined {
  const [user, t] = [useUser(), useT()];
  const isAsked = user !== null && user.status !== '1';
  const { data } = useRead(getAuthentication, { account_id: user?.account_id ?? '' }, { isEnabled: isAsked });
  const [wordsOf, setWordsOf] = useState<typeof handedInWords>();
  const isHandedIn = isAsked && (data?.status === '1' || data?.status === '3');
  useEffect(() => {
    if (!isHandedIn) return;
    void Promise.all([import('./handed-in-words.ts'), needTexts(['market'])])
      .then(([words]) => setWordsOf(() => words.handedInWords))
      .catch(() => undefined);
  }, [isHandedIn]);
  return isHandedIn ? wordsOf?.(t, data.status) : undefined;
}

type Verifying = Pick<VerifyFirstProps, 'onLeave' | 'onVerified'> & { handedIn: HandedInWords | undefined };

/** Leads to where one becomes a verified customer and back; the demo verifies in place whoever has handed in nothing. */
function useVerifying({ handedIn, onLeave, onVerified }: Verifying) {
  const { pathname, search } = useAddress();
  const isInPlace = useMode() === 'demo' && handedIn === undefined;
  const { send, isSending: isBusy } = useSend(verifyMe);

  async function verify(): Promise<void> {
    if (!isInPlace) {
      onLeave?.();
      return navigate(certificationPath(pathname + search));
    }
    const outcome = await send({});
    if (!outcome?.ok) return;
    storeUser(outcome.data);
    onVerified?.();
  }

  return { isInPlace, isBusy, verify };
}
