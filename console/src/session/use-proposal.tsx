// Proposes an act. Where approvals are signed, a passkey signs the body, the facts and the reason that the page shows.
import { actText } from '@candor/proof';
import { getAct, listActs, listQueues, previewAct, proposeAct } from '@candor/wire';
import type { ActKind, Endpoint } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { FactsTable } from './facts-table.tsx';
import { SigningNote, useSigning } from './sign-approval.tsx';
import { useSend } from './use-send.ts';

type Members = Readonly<Record<string, unknown>>;

interface Proposed {
  kind: ActKind;
  body: Members;
  /** Facts as the page shows them. */
  facts: Members;
  why: string;
}

export function useProposal(changes: readonly Endpoint[] = []) {
  const { send, isSending } = useSend(proposeAct, { changes: [...changes, listActs, getAct, listQueues] });
  const { isNeeded, isPossible, sign } = useSigning();
  return {
    isNeeded,
    isPossible,
    isSending,
    /** Resolves with undefined if nothing was sent. */
    propose: async ({ kind, body, facts, why }: Proposed) => {
      const nonce = newNonce();
      const signed = await sign((person) => actText({ kind, body, facts, why, nonce }, { person, part: 'proposes' })!);
      return (
        signed && send({ kind, body: { ...body }, why, ...(signed.signature !== undefined && { nonce }), ...signed })
      );
    },
  };
}

/** Proposes from a panel without facts. If a passkey must sign, the first press of the button shows the facts and the second one signs. */
export function useShownProposal(kind: ActKind, body: Members, changes: readonly Endpoint[] = []) {
  const t = useT();
  const { isNeeded, isPossible, isSending, propose } = useProposal(changes);
  const preview = useSend(previewAct);
  const [shown, setShown] = useState<{ of: string; facts: Members }>();
  const of = JSON.stringify([kind, body]);
  const facts = shown?.of === of ? shown.facts : undefined;
  return {
    isPossible,
    isBusy: isSending || preview.isSending,
    /** Label of the button. */
    confirm: t(isNeeded && !facts ? 'acts.look' : 'acts.proposeDo'),
    /** Resolves with undefined if nothing was proposed: the facts are shown first, or the operator cancelled. */
    propose: async (why: string) => {
      if (!isNeeded || facts) return propose({ kind, body, facts: facts ?? {}, why });
      const outcome = await preview.send({ kind, body: { ...body } });
      if (outcome?.ok) setShown({ of, facts: outcome.data.facts });
      return undefined;
    },
    shown: <ShownToSign facts={facts} isPossible={isPossible} />,
  };
}

const ShownToSign = ({ facts, isPossible }: { facts: Members | undefined; isPossible: boolean }): ReactNode => {
  const t = useT();
  return (
    <>
      {facts && <FactsTable label={t('acts.facts')} asProposed={facts} />}
      <SigningNote isPossible={isPossible} says="shell.signsActNote" />
    </>
  );
};

/** Returns 16 random bytes in base64url. */
function newNonce(): string {
  const base64 = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
