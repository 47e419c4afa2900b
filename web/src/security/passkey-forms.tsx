import { addPasskey, getSecurity, listPasskeys, passkeyNameLength, removePasskey, renamePasskey } from '@candor/wire';
import type { ReactNode } from 'react';
import { useDraft } from '../data/use-draft.ts';
import type { DraftField } from '../data/use-draft.ts';
import type { DataOf } from '../data/use-read.ts';
import { deviceName } from '../personal/device-name.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { toast } from '../ui/toast.ts';
import { ConfirmFields } from './confirm-fields.tsx';
import { ownerProof } from './owner-proof.ts';
import { noProof, payloadOfProof } from './proof-rules.ts';
import type { ProofFields, SecondFactors } from './proof-rules.ts';
import { nameFaults } from './security-rules.ts';

export type Passkey = DataOf<typeof listPasskeys>['RESULT_LIST'][number];

interface AddProps {
  answer: string;
  security: SecondFactors;
  onAdded: (recoveryCodes: readonly string[]) => void;
}

/** Its name is that of the device until somebody chooses another. */
export function AddPasskey({ answer, security, onAdded }: AddProps): ReactNode {
  const t = useT();
  const proof = ownerProof('passkeys', security);
  const form = useDraft({
    first: () => ({ ...noProof, name: deviceName(navigator.userAgent)?.system ?? '' }),
    judge: ({ name, ...typed }: ProofFields & { name: string }) => ({ ...nameFaults(name), ...proof.faults(typed) }),
    call: addPasskey,
    changes: [getSecurity, listPasskeys],
    payloadOf: ({ name, ...typed }) => ({ ...payloadOfProof(typed), name: name.trim(), answer }),
    ...proof.refusals,
    onDone({ recovery_codes }) {
      toast.success(t('security.passkeyAdded'));
      onAdded(recovery_codes);
    },
  });
  return (
    <Form className="gap-4 pt-4" {...form.form}>
      <Banner tone="good">{t('security.passkeyMade')}</Banner>
      <NameField {...form.field('name')} />
      <ConfirmFields form={form} proof={proof} />
      <Button type="submit" isWide isBusy={form.isSending}>
        {t('security.passkeyAdd')}
      </Button>
    </Form>
  );
}

interface ChangeProps {
  passkey: Passkey;
  security: SecondFactors;
  onDone: () => void;
}

export const ChangePasskey = (props: ChangeProps): ReactNode => (
  <div className="flex flex-col gap-6 pt-4">
    <Rename {...props} />
    <Remove {...props} />
  </div>
);

function Rename({ passkey, onDone }: ChangeProps): ReactNode {
  const t = useT();
  const form = useDraft({
    first: { name: passkey.name },
    judge: ({ name }: { name: string }) => nameFaults(name),
    call: renamePasskey,
    changes: [listPasskeys],
    payloadOf: ({ name }) => ({ passkey_id: passkey.passkey_id, name: name.trim() }),
    onDone,
  });
  return (
    <Form className="gap-4" {...form.form}>
      <NameField {...form.field('name')} />
      <Button type="submit" look="secondary" isWide isBusy={form.isSending}>
        {t('security.passkeyRename')}
      </Button>
    </Form>
  );
}

function Remove({ passkey, security, onDone }: ChangeProps): ReactNode {
  const t = useT();
  const proof = ownerProof('passkeys', security);
  const form = useDraft({
    first: noProof,
    judge: proof.faults,
    call: removePasskey,
    changes: [getSecurity, listPasskeys],
    payloadOf: (typed) => ({ ...payloadOfProof(typed), passkey_id: passkey.passkey_id }),
    ...proof.refusals,
    onDone() {
      toast.success(t('security.passkeyRemoved'));
      onDone();
    },
  });
  return (
    <Form className="gap-4" {...form.form}>
      <ConfirmFields form={form} proof={proof} />
      <Button type="submit" look="danger" isWide isBusy={form.isSending}>
        {t('security.passkeyRemove')}
      </Button>
    </Form>
  );
}

function NameField(field: DraftField<string>): ReactNode {
  const t = useT();
  return <Field label={t('security.passkeyName')} autoComplete="off" maxLength={passkeyNameLength.max} {...field} />;
}
