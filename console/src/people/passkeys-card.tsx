// The passkeys of whoever is signed in, each with a name; adding one, and removing one.
import { addOperatorPasskey, beginOperatorPasskey, getOperatorAccess, passkeyNameLength, removeOperatorPasskey } from '@candor/wire'; // oxfmt-ignore
import { canUsePasskeys, knowsPasskeys, makePasskey } from '@candor/web/device/passkey.ts';
import { Button } from '@candor/web/ui/button.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Figure, Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Ago } from '../queue/ago.tsx';
import type { DataOf } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import { refusalText } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';
import { TitledCard } from '../ui/titled-card.tsx';

type Passkey = DataOf<typeof getOperatorAccess>['passkeys'][number];

export function PasskeysCard({ passkeys }: { passkeys: readonly Passkey[] }): ReactNode {
  const t = useT();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey>();
  const add = (
    <Button look="secondary" isSmall onPress={() => setAdding(true)}>
      {t('access.addPasskey')}
    </Button>
  );
  return (
    <TitledCard title={t('access.passkeys')} end={canUsePasskeys() && add}>
      <Note>{t('access.passkeysNote')}</Note>
      {!canUsePasskeys() && (
        <Note>
          {knowsPasskeys() ? t('access.needsName', { address: `localhost:${location.port}` }) : t('access.notHere')}
        </Note>
      )}
      {passkeys.length === 0 ? (
        <Note>{t('access.passkeysNone')}</Note>
      ) : (
        <Table
          label={t('access.passkeys')}
          rows={passkeys}
          keyOf={({ passkey_id: id }) => id}
          columns={[
            {
              key: 'name',
              label: t('access.passkeyName'),
              cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
            },
            {
              key: 'fingerprint',
              label: t('access.fingerprint'),
              cell: ({ fingerprint }) => <Figure>{fingerprint}</Figure>,
            },
            { key: 'added', label: t('access.added'), cell: (passkey) => <Ago at={passkey.created_at} /> },
            { key: 'used', label: t('access.used'), cell: (passkey) => <Ago at={passkey.last_used_at} /> },
            { key: 'remove', label: '', cell: (passkey) => <RemoveButton passkey={passkey} onPress={setRemoved} /> },
          ]}
        />
      )}
      {isAdding && <AddPanel onClose={() => setAdding(false)} />}
      {removed && <RemovePanel passkey={removed} onClose={() => setRemoved(undefined)} />}
    </TitledCard>
  );
}

function RemoveButton({ passkey, onPress }: { passkey: Passkey; onPress: (passkey: Passkey) => void }): ReactNode {
  const t = useT();
  return (
    <Button
      look="quiet"
      isSmall
      label={t('access.removeNamed', { name: passkey.name })}
      onPress={() => onPress(passkey)}
    >
      {t('access.remove')}
    </Button>
  );
}

function AddPanel({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const begin = useSend(beginOperatorPasskey, { shows: () => true });
  const add = useSend(addOperatorPasskey, { changes: [getOperatorAccess], shows: () => true });
  async function submit(): Promise<void> {
    setFault(undefined);
    const begun = await begin.send({});
    if (begun && !begun.ok) setFault(refusalText(begun));
    const answer = begun?.ok ? await makePasskey(begun.data.options) : undefined;
    const outcome = answer === undefined ? undefined : await add.send({ name: name.trim(), answer });
    if (outcome && !outcome.ok) setFault(refusalText(outcome));
    if (!outcome?.ok) return;
    toast.success(t('access.passkeyAdded'));
    onClose();
  }
  return (
    <Panel
      title={t('access.addPasskey')}
      confirm={t('access.addPasskey')}
      isBusy={begin.isSending || add.isSending}
      isReady={name.trim() !== ''}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Field
        label={t('access.passkeyName')}
        hint={t('access.passkeyNameHint')}
        value={name}
        onChange={setName}
        error={fault}
        autoComplete="off"
        maxLength={passkeyNameLength.max}
      />
    </Panel>
  );
}

function RemovePanel({ passkey, onClose }: { passkey: Passkey; onClose: () => void }): ReactNode {
  const t = useT();
  const { send, isSending } = useSend(removeOperatorPasskey, { changes: [getOperatorAccess] });
  async function submit(): Promise<void> {
    const outcome = await send({ passkey_id: passkey.passkey_id });
    if (!outcome?.ok) return;
    toast.success(t('access.passkeyRemoved'));
    onClose();
  }
  return (
    <Panel
      title={t('access.removeNamed', { name: passkey.name })}
      confirm={t('access.remove')}
      look="danger"
      isBusy={isSending}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Note>{t('access.removeNote')}</Note>
    </Panel>
  );
}
