// What a customer handed in to be certified by: what became of each, why it failed, and the case for who reviews them.
import { getIdentityCase, letsIn, type getCustomer } from '@candor/wire';
import { Badge, type BadgeTone } from '@candor/web/ui/badge.tsx';
import { Fact } from '@candor/web/ui/list.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import type { ReactNode } from 'react';
import { At } from '../queue/ago.tsx';
import { useMe, type DataOf } from '../session/session.ts';
import { useT } from '../text/texts.ts';

type Case = DataOf<typeof getCustomer>['identity'][number];
const tones: Readonly<Record<Case['state'], BadgeTone>> = {
  review: 'accent',
  approved: 'good',
  failed: 'danger',
  withdrawn: 'neutral',
};

export function IdentityFacts({ cases, isCut }: { cases: readonly Case[]; isCut: boolean }): ReactNode {
  const [t, me] = [useT(), useMe()];
  const opensCases = letsIn(getIdentityCase, me);
  const shown = cases.map(({ case_id: id, state, attempt, reason, submitted_at: submitted, decided_at: decided }) => {
    const name = t('customers.attempt', { attempt });
    return (
      <Fact
        key={id}
        label={
          opensCases ? (
            <TextLink to={`/identity/${id}`} size="small">
              {name}
            </TextLink>
          ) : (
            name
          )
        }
        note={reason === null ? <At at={decided ?? submitted} /> : t(`identity.reason_${reason}`)}
      >
        <Badge tone={tones[state]}>{t(`identity.${state}`)}</Badge>
      </Fact>
    );
  });
  return (
    <>
      {shown}
      {isCut && (
        <Fact label={t('customers.identityCut')}>
          <Badge>{t('customers.identityCutTo', { count: cases.length })}</Badge>
        </Fact>
      )}
    </>
  );
}
