// What one operator decides alone, or proposes once the server answers that it takes two: the panel stays open, says so and asks why.
import { Banner } from '@candor/web/ui/banner.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import type { ActKind, Endpoint } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { refusalText } from '../text/refusal-text.ts';
import type { TextKey } from '../text/keys.ts';
import { useT } from '../text/texts.ts';
import type { ConsoleFailure, PayloadOf } from './session.ts';
import { takesTwo } from './takes-two.ts';
import { useShownProposal } from './use-proposal.tsx';
import { useSend } from './use-send.ts';

interface AloneOrPropose<One extends Endpoint> {
  /** The same payload is the body of the proposal. */
  kind: ActKind;
  changes: readonly Endpoint[];
  /** On the button while one may decide alone, and what is said once it is done. */
  confirm: TextKey;
  done: TextKey;
  onClose: () => void;
  onDone: () => void;
  payload: () => PayloadOf<One>;
}

export function useAloneOrPropose<One extends Endpoint>(
  one: One,
  { kind, changes, confirm, done, onClose, onDone, payload }: AloneOrPropose<One>,
) {
  const t = useT();
  const [refusal, setRefusal] = useState<ConsoleFailure>();
  const [why, setWhy] = useState('');
  const alone = useSend(one, { changes, shows: ({ code }) => takesTwo(code) });
  const proposal = useShownProposal(kind, payload() as Record<string, unknown>, changes);

  async function propose(): Promise<void> {
    const outcome = await proposal.propose(why.trim());
    if (!outcome) return;
    if (!outcome.ok) return onClose();
    toast.success(t('acts.proposedToast'));
    onDone();
  }
  async function decide(): Promise<void> {
    const outcome = await alone.send(payload());
    if (!outcome) return;
    if (!outcome.ok && takesTwo(outcome.code)) return setRefusal(outcome as ConsoleFailure);
    if (!outcome.ok) return onClose();
    toast.success(t(done));
    onDone();
  }
  return {
    isBusy: alone.isSending || proposal.isBusy,
    isReady: refusal === undefined || (why.trim() !== '' && proposal.isPossible),
    confirm: refusal ? proposal.confirm : t(confirm),
    submit: refusal ? propose : decide,
    /** Why it takes two, and the field for the reason; nothing while one may decide alone. */
    second: refusal ? <SecondPerson refusal={refusal} why={why} onChange={setWhy} shown={proposal.shown} /> : null,
  };
}

function SecondPerson({
  refusal,
  why,
  onChange,
  shown,
}: {
  refusal: ConsoleFailure;
  why: string;
  onChange: (why: string) => void;
  shown: ReactNode;
}): ReactNode {
  const t = useT();
  return (
    <>
      <Banner tone="warn" title={t('acts.takesTwo')}>
        {refusalText(refusal)}
      </Banner>
      <Field label={t('acts.why')} value={why} onChange={onChange} maxLength={500} />
      {shown}
    </>
  );
}
