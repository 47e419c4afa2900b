// Customer accounts, addresses and numbers that operators declare as their own, each declared in a panel.
import { declareOwnAccount, declareOwnContact, listDeclaredAccounts } from '@candor/wire';
import { Button } from '@candor/web/ui/button.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Ago } from '../queue/ago.tsx';
import { Loaded } from '../session/loaded.tsx';
import { useRead } from '../session/use-read.ts';
import { useSend } from '../session/use-send.ts';
import { refusalText } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { Panel } from '../ui/panel.tsx';
import { TitledCard } from '../ui/titled-card.tsx';

type Panels = 'account' | 'contact';

export function OwnAccountsCards(): ReactNode {
  const t = useT();
  const [panel, setPanel] = useState<Panels>();
  const read = useRead(listDeclaredAccounts, {});
  const close = (): void => setPanel(undefined);
  return (
    <>
      <Loaded read={read}>
        {({ accounts, contacts }) => (
          <>
            <TitledCard title={t('access.ownAccounts')} end={<DeclareButton onPress={() => setPanel('account')} />}>
              <Note>{t('access.ownAccountsNote')}</Note>
              <Declared
                title={t('access.ownAccounts')}
                rows={accounts.map(({ number, ...row }) => ({ ...row, value: number }))}
              />
            </TitledCard>
            <TitledCard title={t('access.ownContacts')} end={<DeclareButton onPress={() => setPanel('contact')} />}>
              <Declared title={t('access.ownContacts')} rows={contacts} />
            </TitledCard>
          </>
        )}
      </Loaded>
      {panel && <DeclarePanel of={panel} onClose={close} />}
    </>
  );
}

function DeclareButton({ onPress }: { onPress: () => void }): ReactNode {
  const t = useT();
  return (
    <Button look="secondary" isSmall onPress={onPress}>
      {t('access.declare')}
    </Button>
  );
}

interface DeclaredRow {
  operator: string;
  value: string;
  declared_at: string;
}

function Declared({ title, rows }: { title: string; rows: readonly DeclaredRow[] }): ReactNode {
  const t = useT();
  if (rows.length === 0) return <Note>{t('access.ownAccountsNone')}</Note>;
  return (
    <Table
      label={title}
      rows={rows}
      keyOf={({ operator, value }) => `${operator} ${value}`}
      columns={[
        { key: 'operator', label: t('access.ofOperator'), cell: ({ operator }) => operator },
        { key: 'value', label: title, cell: ({ value }) => <span className="wrap-anywhere">{value}</span> },
        { key: 'at', label: t('access.declaredAt'), cell: ({ declared_at: at }) => <Ago at={at} /> },
      ]}
    />
  );
}

interface DeclarePanelProps {
  of: Panels;
  onClose: () => void;
}

/** What is declared is one field; its call and its words depend on what it is. */
function DeclarePanel({ of, onClose }: DeclarePanelProps): ReactNode {
  const t = useT();
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<string>();
  const sending = { changes: [listDeclaredAccounts], shows: () => true };
  const account = useSend(declareOwnAccount, sending);
  const contact = useSend(declareOwnContact, sending);
  const typed = value.trim();
  const isAccount = of === 'account';
  async function submit(): Promise<void> {
    const outcome = await (isAccount ? account.send({ number: typed }) : contact.send({ contact: typed }));
    if (outcome && !outcome.ok) setFault(refusalText(outcome));
    if (!outcome?.ok) return;
    toast.success(t(isAccount ? 'access.accountDeclared' : 'access.contactDeclared'));
    onClose();
  }
  return (
    <Panel
      title={t(isAccount ? 'access.declareAccount' : 'access.declareContact')}
      confirm={t('access.declare')}
      isBusy={account.isSending || contact.isSending}
      isReady={isAccount ? typed.length === 8 : typed.length >= 3}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Field
        label={t(isAccount ? 'access.accountNumber' : 'access.contact')}
        hint={t(isAccount ? 'access.declareAccountHint' : 'access.contactHint')}
        value={value}
        onChange={setValue}
        error={fault}
        autoComplete="off"
        autoCapitalize="none"
        {...(isAccount && { inputMode: 'numeric' })}
        dir="ltr"
      />
    </Panel>
  );
}
