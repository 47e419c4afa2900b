// One setting: a draft beside what holds now, what it would mean, the proposal, and every version there ever was.
import {
  changeSetting,
  getSettingHistoryDesk,
  getSettingsDesk,
  mayPropose,
  previewAct,
  wadDecimals,
} from '@candor/wire';
import type { SettingMessage } from '@candor/wire';
import { AmountField } from '@candor/web/ui/amount-field.tsx';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Card } from '@candor/web/ui/card.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { Form } from '@candor/web/ui/form.tsx';
import { EmptyState } from '@candor/web/ui/states.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { SureGains } from '../queue/sure-gains.tsx';
import { FactsTable } from '../session/facts-table.tsx';
import { Loaded } from '../session/loaded.tsx';
import { useMe } from '../session/session.ts';
import { SigningNote } from '../session/sign-approval.tsx';
import { useProposal } from '../session/use-proposal.tsx';
import { useRead } from '../session/use-read.ts';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { Columns } from '../ui/columns.tsx';
import { PlacePage } from '../ui/frame.tsx';
import { Select } from '../ui/select.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { changedIn, keepDraft, keptDraft, typedOf, valuesOf, type Draft } from './setting-draft.ts';
import { SettingHistory } from './setting-history.tsx';
import { settingNameOf, useFieldName, useValueText } from './setting-words.tsx';

export function SettingScreen(): ReactNode {
  const t = useT();
  const { name = '', id = '' } = useParams();
  const me = useMe();
  const read = useRead(getSettingsDesk, {});
  return (
    <PlacePage title={`${t(settingNameOf(name))} · ${id === 'all' ? t('settings.all') : id}`}>
      <Loaded read={read}>
        {({ settings }) => {
          const setting = settings.find((each) => each.name === name && each.id === id);
          if (!setting) return <EmptyState title={t('settings.unknown')} />;
          return <DraftAndHistory key={`${name}/${id}`} setting={setting} isProposer={mayPropose(changeSetting, me)} />;
        }}
      </Loaded>
    </PlacePage>
  );
}

function DraftAndHistory({ setting, isProposer }: { setting: SettingMessage; isProposer: boolean }): ReactNode {
  const t = useT();
  const [draft, setDraft] = useState<Draft>(() => keptDraft(setting));
  const changed = changedIn(setting, draft);
  const change = (next: Draft): void => {
    setDraft(next);
    keepDraft(setting, changedIn(setting, next));
  };
  return (
    <Columns
      side={isProposer && <DraftForm setting={setting} draft={draft} onChange={(name, typed) => change({ ...draft, [name]: typed })} />} // oxfmt-ignore
    >
      <TitledCard title={t('settings.diff')}>
        <Diff setting={setting} draft={changed} />
        {isProposer && Object.keys(changed).length > 0 && (
          <Button look="secondary" isSmall className="mt-3" onPress={() => change({})}>
            {t('settings.dropDraft')}
          </Button>
        )}
      </TitledCard>
      {Object.keys(changed).length > 0 && (
        <Proposal key={JSON.stringify(changed)} setting={setting} draft={changed} onDone={() => change({})} />
      )}
      <TitledCard title={t('settings.history')}>
        <Loaded read={useRead(getSettingHistoryDesk, { name: setting.name })}>
          {({ versions }) => <SettingHistory versions={versions.filter(({ id }) => id === setting.id)} />}
        </Loaded>
      </TitledCard>
    </Columns>
  );
}

/** Of the forms that are read as an amount. */
const decimalsOfForm = { share: wadDecimals, amount: wadDecimals, count: 0, duration: 0 };

interface DraftFormProps {
  setting: SettingMessage;
  draft: Draft;
  onChange: (name: string, typed: string) => void;
}

function DraftForm({ setting, draft, onChange }: DraftFormProps): ReactNode {
  const t = useT();
  const nameOf = useFieldName();
  const yesNo = [
    { value: 'true', label: t('acts.yes') },
    { value: 'false', label: t('acts.no') },
  ];
  return (
    <TitledCard title={t('settings.draft')}>
      <Note>{t('settings.draftNote')}</Note>
      <Form onSubmit={() => undefined} className="mt-3 gap-3">
        {setting.fields
          .filter(({ favours }) => favours !== 'fixed')
          .map(({ name, form, min, max }) => {
            const value = draft[name] ?? typedOf(setting.in_force.values[name]);
            const change = (typed: string): void => onChange(name, typed);
            if (form === 'flag')
              return <Select key={name} label={nameOf(name)} value={value} onChange={change} options={yesNo} />;
            const common = { label: nameOf(name), value, onChange: change, hint: min !== undefined && max !== undefined ? t('settings.bounds', { min, max }) : '' }; // oxfmt-ignore
            return form in decimalsOfForm ? (
              <AmountField key={name} coin="" decimals={decimalsOfForm[form as keyof typeof decimalsOfForm]} {...common} /> // oxfmt-ignore
            ) : (
              <Field key={name} {...common} />
            );
          })}
      </Form>
    </TitledCard>
  );
}

/** What holds now, what is to come, and the draft, side by side. */
function Diff({ setting, draft }: { setting: SettingMessage; draft: Draft }): ReactNode {
  const t = useT();
  const [nameOf, textOf] = [useFieldName(), useValueText()];
  const { in_force: now, coming, fields } = setting;
  const next = valuesOf(setting, draft);
  return (
    <Table
      label={t('settings.diff')}
      rows={fields}
      keyOf={({ name }) => name}
      columns={[
        { key: 'field', label: t('settings.field'), cell: ({ name }) => nameOf(name) },
        { key: 'now', label: t('settings.now', { version: now.version }), cell: ({ name }) => textOf(now.values[name]) }, // oxfmt-ignore
        ...(coming
          ? [{ key: 'coming', label: t('settings.next', { version: coming.version }), cell: ({ name }: { name: string }) => textOf(coming.values[name]) }] // oxfmt-ignore
          : []),
        { key: 'draft', label: t('settings.draft'), cell: ({ name }) => name in draft && <strong>{textOf(next[name])}</strong> }, // oxfmt-ignore
        { key: 'way', label: t('settings.better'), cell: ({ favours }) => t(`settings.way_${favours}`) },
      ]}
    />
  );
}

interface Meaning extends Readonly<Record<string, unknown>> {
  in_force?: unknown;
  against_customers?: unknown;
}

/** What the draft would mean is the server's to say; then why, and it waits for another person. */
function Proposal({
  setting,
  draft,
  onDone,
}: {
  setting: SettingMessage;
  draft: Draft;
  onDone: () => void;
}): ReactNode {
  const t = useT();
  const nameOf = useFieldName();
  const navigate = useNavigate();
  const [meaning, setMeaning] = useState<Meaning>();
  const [why, setWhy] = useState('');
  const preview = useSend(previewAct);
  const { propose, isSending, isNeeded, isPossible } = useProposal();
  const { name, id, newest_version: newest } = setting;
  const body = { name, id, version: newest + 1, values: valuesOf(setting, draft) };

  async function look(): Promise<void> {
    const outcome = await preview.send({ kind: 'change-setting', body });
    setMeaning(outcome?.ok ? outcome.data.facts : undefined);
  }
  async function submit(): Promise<void> {
    if (why.trim() === '') return;
    const outcome = meaning && (await propose({ kind: 'change-setting', body, facts: meaning, why: why.trim() }));
    // The facts may have changed, so the operator must look at them again.
    if (outcome && !outcome.ok) setMeaning(undefined);
    if (!outcome?.ok) return;
    onDone();
    toast.success(t('acts.proposedToast'));
    void navigate(`/acts/${outcome.data.proposal_id}`);
  }

  if (!meaning)
    return (
      <Button isBusy={preview.isSending} onPress={() => void look()}>
        {t('settings.lookAtDraft')}
      </Button>
    );
  const against = Array.isArray(meaning.against_customers) ? meaning.against_customers.map(String) : [];
  return (
    <Card label={t('acts.propose')}>
      <InForce isAtOnce={meaning.in_force === 'at-once'} fields={against.map(nameOf).join(', ')} />
      <SureGains facts={meaning} />
      {isNeeded && <FactsTable label={t('acts.facts')} asProposed={meaning} />}
      <Form onSubmit={() => void submit()} className="mt-3 gap-3">
        <Field label={t('acts.why')} value={why} onChange={setWhy} maxLength={500} />
        <Note>{t('acts.proposeNote')}</Note>
        <SigningNote isPossible={isPossible} says="shell.signsActNote" />
        <Button type="submit" isBusy={isSending} isDisabled={why.trim() === '' || !isPossible}>
          {t('acts.proposeDo')}
        </Button>
      </Form>
    </Card>
  );
}

function InForce({ isAtOnce, fields }: { isAtOnce: boolean; fields: string }): ReactNode {
  const t = useT();
  if (isAtOnce) return <Banner tone="good" title={t('settings.atOnce')} />;
  return <Banner tone="warn" title={t('settings.afterADay', { fields })} />;
}
