// One proposal: what is to be done and why, the facts then and now, who decided, and what was said about it.
import { commentAct, getAct } from '@candor/wire';
import { Button } from '@candor/web/ui/button.tsx';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Field } from '@candor/web/ui/field.tsx';
import { Form } from '@candor/web/ui/form.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Note, Text } from '@candor/web/ui/text.tsx';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { At, Ago } from '../queue/ago.tsx';
import { Loaded } from '../session/loaded.tsx';
import { useMe, type DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useSend } from '../session/use-send.ts';
import { refusalText } from '../text/refusal-text.ts';
import { useT } from '../text/texts.ts';
import { Columns } from '../ui/columns.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { actKindNames, reasonNames, StateBadge } from './act-words.tsx';
import { CorrectionChart } from './correction-chart.tsx';
import { FactsTable } from '../session/facts-table.tsx';
import { PaysBuyers } from './pays-buyers.tsx';
import { SureGains } from '../queue/sure-gains.tsx';
import { SharedDocument } from './shared-document.tsx';

type Proposal = DataOf<typeof getAct>;
const everyMs = 5_000;

export function ActCase({ id, onItem }: { id: string; onItem: (item: Proposal | undefined) => void }): ReactNode {
  const read = useRead(getAct, { proposal_id: id }, { everyMs });
  const { data } = read;
  useEffect(() => onItem(data), [data, onItem]);
  return <Loaded read={read}>{(proposal) => <ProposalView proposal={proposal} />}</Loaded>;
}

function ProposalView({ proposal }: { proposal: Proposal }): ReactNode {
  const t = useT();
  const me = useMe();
  const { kind, body, facts, facts_now: factsNow, why, state } = proposal;
  return (
    <Columns
      side={
        <>
          <TitledCard title={t('acts.course')}>
            <Course proposal={proposal} />
          </TitledCard>
          <TitledCard title={t('acts.comments')}>
            <Comments proposal={proposal} />
          </TitledCard>
        </>
      }
    >
      {proposal.maker === me.name && state === 'proposed' && <Banner tone="info">{t('acts.own')}</Banner>}
      {state === 'proposed' && factsNow === null && <Banner tone="warn">{t('acts.noFacts')}</Banner>}
      <PaysBuyers body={body} facts={factsNow ?? facts} />
      <SureGains facts={(state === 'proposed' ? factsNow : null) ?? facts} />
      <TitledCard title={t(actKindNames[kind])} end={<StateBadge state={state} />}>
        <FactsTable label={t('acts.what')} asProposed={body} />
        <div className="mt-3 flex flex-col gap-1">
          <Text size="small" tone="faint">
            {t('acts.why')}
          </Text>
          <p>{why}</p>
        </div>
      </TitledCard>
      <TitledCard title={t('acts.facts')}>
        <FactsTable label={t('acts.facts')} asProposed={facts} now={factsNow} />
      </TitledCard>
      {kind === 'approve-identity' && <SharedDocument proposal={proposal} />}
      {kind === 'correct-candle' && <CorrectionChart body={body} facts={facts} />}
      {proposal.outcome && (
        <TitledCard title={t('acts.outcome')}>
          <FactsTable label={t('acts.outcome')} asProposed={proposal.outcome} />
        </TitledCard>
      )}
    </Columns>
  );
}

function Course({ proposal }: { proposal: Proposal }): ReactNode {
  const t = useT();
  const { reason } = proposal;
  const words = reason === null ? undefined : reasonNames[reason as keyof typeof reasonNames];
  return (
    <Facts>
      <Fact label={t('acts.maker')} note={<At at={proposal.proposed_at} />}>
        {proposal.maker}
      </Fact>
      {proposal.claimed_by !== null && (
        <Fact label={t('acts.claimedBy')} note={<At at={proposal.claimed_until} />}>
          {proposal.claimed_by}
        </Fact>
      )}
      {proposal.checker !== null && (
        <Fact label={t('acts.checker')} note={<At at={proposal.decided_at} />}>
          {proposal.checker}
        </Fact>
      )}
      {reason !== null && (
        <Fact label={t('acts.reason')}>{words ? t(words) : refusalText({ code: reason, facts: {} })}</Fact>
      )}
      {proposal.ended_at !== null ? (
        <Fact label={t('acts.endedAt')}>
          <At at={proposal.ended_at} />
        </Fact>
      ) : (
        <Fact label={t('acts.expiresAt')}>
          <Ago at={proposal.expires_at} />
        </Fact>
      )}
    </Facts>
  );
}

function Comments({ proposal: { proposal_id: id, comments } }: { proposal: Proposal }): ReactNode {
  const t = useT();
  const [text, setText] = useState('');
  const { send, isSending } = useSend(commentAct, { changes: [getAct] });
  async function submit(): Promise<void> {
    if (text.trim() === '') return;
    const outcome = await send({ proposal_id: id, text: text.trim() });
    if (outcome?.ok) setText('');
  }
  return (
    <div className="flex flex-col gap-3">
      {comments.length === 0 && <Note>{t('acts.noComments')}</Note>}
      <ul className="flex flex-col gap-2">
        {comments.map((comment) => (
          <li key={`${comment.at}${comment.text}`} className="flex flex-col">
            <Text size="tiny" tone="faint">
              {comment.operator} · <Ago at={comment.at} />
            </Text>
            <span className="wrap-anywhere">{comment.text}</span>
          </li>
        ))}
      </ul>
      <Form onSubmit={() => void submit()} label={t('acts.comment')}>
        <Field label={t('acts.comment')} value={text} onChange={setText} maxLength={1000} />
        <Button type="submit" look="secondary" isSmall isBusy={isSending} isDisabled={text.trim() === ''}>
          {t('acts.commentDo')}
        </Button>
      </Form>
    </div>
  );
}
