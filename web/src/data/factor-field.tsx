// The code of an authenticator, or a recovery code, which has letters; or what a passkey signed for the act.
import { beginPasskeyProof, listPasskeys, type ProvenAct } from '@candor/wire';
import type { ReactNode } from 'react';
import { canUsePasskeys, signWithPasskey } from '../device/passkey.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import type { DraftField } from './use-draft.ts';
import { useRead } from './use-read.ts';
import { useSend } from './use-send.ts';

/** `act`: what is proven, where that may be a passkey's signature; a login has its own way. */
export function FactorField({ act, ...field }: DraftField<string> & { act?: ProvenAct }): ReactNode {
  const t = useT();
  const isSigned = field.value.startsWith('{');
  if (isSigned && field.error === undefined) return <Banner tone="good">{t('ui.passkeyUsed')}</Banner>;
  return (
    <>
      <Field
        label={t('ui.factor')}
        hint={t('ui.factorHint')}
        dir="ltr"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={20}
        {...field}
        value={isSigned ? '' : field.value}
      />
      {act !== undefined && canUsePasskeys() && <PasskeyInstead act={act} onSigned={field.onChange} />}
    </>
  );
}

function PasskeyInstead({ act, onSigned }: { act: ProvenAct; onSigned: (answer: string) => void }): ReactNode {
  const t = useT();
  const user = useUser();
  const { data } = useRead(listPasskeys, {}, { isEnabled: user !== null });
  const begin = useSend(beginPasskeyProof);

  async function sign(): Promise<void> {
    const outcome = await begin.send({ act });
    const answer = outcome?.ok === true ? await signWithPasskey(outcome.data.options) : undefined;
    if (answer !== undefined) onSigned(answer);
  }

  if (data === undefined || data.TOTAL === 0) return null;
  return (
    <Button look="secondary" isWide isBusy={begin.isSending} onPress={() => void sign()}>
      {t('ui.passkeyUse')}
    </Button>
  );
}
