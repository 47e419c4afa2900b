import { getAuthentication, verifyMe, type CertificationStatus } from '@candor/wire';
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
  const { said, isHeld, isBusy, verify } = useVerifying({ title, confirm, text }, told);
  if (user === null || user.status === '1') return null;
  return (
    <Banner
      tone="info"
      title={said.title}
      {...(className !== undefined && { className })}
      action={
        <Button isSmall look="secondary" className="self-start" isBusy={isBusy || isHeld} onPress={() => void verify()}>
          {said.confirm}
        </Button>
      }
    >
      {said.why}
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
  const leading = {
    onVerified: () => {
      onClose();
      onVerified?.();
    },
    onLeave: () => {
      onClose();
      // The page behind stays alive: what is over it must not.
      onLeave?.();
    },
  };
  const { said, isHeld, isBusy, verify } = useVerifying({ title, confirm, text }, leading);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={said.title}
      confirm={said.confirm}
      isBusy={isBusy}
      isHeld={isHeld}
      onConfirm={() => void verify()}
    >
      {said.why !== undefined && <p>{said.why}</p>}
    </Dialog>
  );
}

/** How far a customer is who is not verified. */
interface Standing {
  /** Undefined until it is known, and where it could not be had. */
  status: CertificationStatus | undefined;
  isAwaited: boolean;
  /** For whoever has handed in a document; they may come later than the status, or not at all. */
  words: HandedInWords | undefined;
}

/** Who is verified is not asked about. */
function useStanding(): Standing {
  const [user, t] = [useUser(), useT()];
  const isAsked = user !== null && user.status !== '1';
  const { data, error } = useRead(getAuthentication, { account_id: user?.account_id ?? '' }, { isEnabled: isAsked });
  const [wordsOf, setWordsOf] = useState<typeof handedInWords>();
  const status = isAsked ? data?.status : undefined;
  const isHandedIn = status === '1' || status === '3';
  useEffect(() => {
    if (!isHandedIn) return;
    void Promise.all([import('./handed-in-words.ts'), needTexts(['market'])])
      .then(([words]) => setWordsOf(() => words.handedInWords))
      .catch(() => undefined);
  }, [isHandedIn]);
  return {
    status,
    isAwaited: isAsked && status === undefined && error === null,
    words: isHandedIn ? wordsOf?.(t, status) : undefined,
  };
}

type Leading = Pick<VerifyFirstProps, 'onLeave' | 'onVerified'>;

/**
 * Leads to where one becomes a verified customer and back; the demo verifies in place whoever has handed in nothing, and waits until it
 * knows that.
 */
function useVerifying({ title, confirm, text }: VerifyWords, { onLeave, onVerified }: Leading) {
  const { status, isAwaited, words } = useStanding();
  const { pathname, search } = useAddress();
  const isDemo = useMode() === 'demo';
  const isInPlace = isDemo && status === '0';
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

  const isHeld = isDemo && isAwaited;
  const said: HandedInWords & { why?: string } = words ?? {
    title,
    confirm,
    why: isInPlace || isHeld ? text.ofDemo : text.otherwise,
  };
  return { said, isHeld, isBusy, verify };
}
