// A new proposal: what, then the facts that it would be decided on, then why. A link fills it in: /acts/new?kind=halt-coin&coin=BTC.
import { getIdentityCase, hasOneOf, listActKinds, previewAct } from '@candor/wire';
import type { ActKind } from '@candor/wire';
import { Button } from '@candor/web/ui/button.tsx';
import { Card } from '@candor/web/ui/card.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { Form } from '@candor/web/ui/form.tsx';
import { EmptyState } from '@candor/web/ui/states.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Loaded } from '../session/loaded.tsx';
import { useMe } from '../session/session.ts';
import { FactsTable } from '../session/facts-table.tsx';
import { SigningNote } from '../session/sign-approval.tsx';
import { useProposal } from '../session/use-proposal.tsx';
import { useRead } from '../session/use-read.ts';
import { useSend } from '../session/use-send.ts';
import { useT } from '../text/texts.ts';
import { PlacePage } from '../ui/frame.tsx';
import { Narrow } from '../ui/columns.tsx';
import { Select } from '../ui/select.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { ActFieldInput } from './act-field-input.tsx';
import { actFields, bodyOf } from './act-fields.ts';
import { actKindNames } from './act-words.tsx';
import { CorrectionChart } from './correction-chart.tsx';
import { PaysBuyers } from './pays-buyers.tsx';

export function ProposeScreen(): ReactNode {
  const t = useT();
  const me = useMe();
  return (
    <PlacePage title={t('acts.propose')}>
      <Loaded read={useRead(listActKinds, {})}>
        {({ kinds }) => {
          const own = kinds.filter(({ kind, proposers }) => actFields[kind].length > 0 && hasOneOf(proposers, me));
          return own.length === 0 ? (
            <EmptyState title={t('acts.nothingToPropose')} />
          ) : (
            <ProposeForm kinds={own.map(({ kind }) => kind)} />
          );
        }}
      </Loaded>
    </PlacePage>
  );
}

type Facts = Record<string, unknown>;

function ProposeForm({ kinds }: { kinds: readonly ActKind[] }): ReactNode {
  const [t, navigate] = [useT(), useNavigate()];
  const [search] = useSearchParams();
  const [kind, setKind] = useState<ActKind>(() => kinds.find((one) => one === search.get('kind')) ?? kinds[0]!);
  const [typed, setTyped] = useState<Record<string, string>>(() => Object.fromEntries(search));
  const [why, setWhy] = useState('');
  const [facts, setFacts] = useState<Facts>();
  const preview = useSend(previewAct);
  const { propose, isSending, isPossible } = useProposal([getIdentityCase]);
  const body = bodyOf(kind, typed);

  async function look(): Promise<void> {
    if (!body) return;
    const outcome = await preview.send({ kind, body });
    setFacts(outcome?.ok ? outcome.data.facts : undefined);
  }
  async function submit(): Promise<void> {
    if (!body || !facts || why.trim() === '') return;
    const outcome = await propose({ kind, body, facts, why: why.trim() });
    // The facts may have changed, so the operator must look at them again.
    if (outcome && !outcome.ok) setFacts(undefined);
    if (!outcome?.ok) return;
    toast.success(t('acts.proposedToast'));
    void navigate(`/acts/${outcome.data.proposal_id}`);
  }

  return (
    <Narrow>
      <Card label={t('acts.what')}>
        <Form onSubmit={() => void look()}>
          <Select
            label={t('acts.kind')}
            value={kind}
            onChange={(value) => {
              setKind(value as ActKind);
              setFacts(undefined);
            }}
            options={kinds.map((one) => ({ value: one, label: t(actKindNames[one]) }))}
          />
          <ActInputs
            kind={kind}
            typed={typed}
            onType={(change) => {
              setTyped({ ...typed, ...change });
              setFacts(undefined);
            }}
          />
          <Button type="submit" look={facts ? 'secondary' : 'primary'} isBusy={preview.isSending} isDisabled={!body}>
            {t('acts.look')}
          </Button>
        </Form>
      </Card>
      {facts && body && <BesideFacts kind={kind} body={body} facts={facts} />}
      {facts && (
        <TitledCard title={t('acts.facts')}>
          <FactsTable label={t('acts.facts')} asProposed={facts} />
          <Form onSubmit={() => void submit()} className="mt-3 gap-3">
            <Field label={t('acts.why')} value={why} onChange={setWhy} maxLength={500} />
            <Note>{t('acts.proposeNote')}</Note>
            <SigningNote isPossible={isPossible} says="shell.signsActNote" />
            <Button type="submit" isBusy={isSending} isDisabled={why.trim() === '' || !isPossible}>
              {t('acts.proposeDo')}
            </Button>
          </Form>
        </TitledCard>
      )}
    </Narrow>
  );
}

interface ActInputsProps {
  kind: ActKind;
  typed: Readonly<Record<string, string>>;
  onType: (change: Record<string, string>) => void;
}

const ActInputs = ({ kind, typed, onType }: ActInputsProps): ReactNode =>
  actFields[kind].map((field) => (
    <ActFieldInput
      key={`${kind}-${field.name}`}
      field={field}
      value={typed[field.name] ?? ''}
      onChange={(value) => onType({ [field.name]: value })}
    />
  ));

/** What shows more of the facts than their table. */
const BesideFacts = ({ kind, body, facts }: { kind: ActKind; body: Facts; facts: Facts }): ReactNode =>
  kind === 'correct-candle' ? <CorrectionChart body={body} facts={facts} /> : <PaysBuyers body={body} facts={facts} />;
