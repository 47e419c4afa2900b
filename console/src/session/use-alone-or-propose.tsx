// What one operator decides alone, or proposes once the server answers that it takes two: the panel stays open, says so and asks why.
import { Banner } from '@candor/web/ui/banner.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { getAct, listActs, proposeAct } from '@candor/wire';
import type { ActKind, Endpoint } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { refusalText } from '../text/refusal-text.ts';
import type { TextKey } from '../text/keys.ts';
import { useT } from '../text/texts.ts';
import type { ConsoleFailure, PayloadOf } from './session.ts';
import { takesTwo } from './takes-two.ts';
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
  const proposal = useSend(proposeAct, { changes: [...changes, listActs, getAct] });

  async function propose(): Promise<void> {
    const outcome = await proposal.send({ kind, body: payload() as Record<string, unknown>, why: why.trim() });
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
    isBusy: alone.isSending || proposal.isSending,
    isReady: refusal === undefined || why.trim() !== '',
    confirm: t(refusal ? 'acts.proposeDo' : confirm),
    submit: refusal ? propose : decide,
    /** Why it takes two, and the field for the reason; nothing while one may decide alone. */
    second: refusal ? <SecondPerson refusal={refusal} why={why} onChange={setWhy} /> : null,
  };
}

function SecondPerson({
  refusal,
  why,
  onChange,
}: {
  refusal: ConsoleFailure;
  why: string;
  onChange: (why: string) => void;
}): ReactNode {
  const t = useT();
  return (
    <>
      <Banner tone="warn" title={t('acts.takesTwo')}>
        {refusalText(refusal)}
      </Banner>
      <Field label={t('acts.why')} value={why} onChange={onChange} maxLength={500} />
    </>
  );
}
