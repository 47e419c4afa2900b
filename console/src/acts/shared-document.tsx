// The document that a second person decides on, as long as he has claimed the act. Each answer with details is a look that is kept, so it is
// asked for once a claim, however often the act itself is read.
import { approveSharedIdentity, getIdentityCase, mayDecide } from '@candor/wire';
import type { ProposalMessage } from '@candor/wire';
import { Banner } from '@candor/web/ui/banner.tsx';
import type { ReactNode } from 'react';
import { DetailsCard, DuplicatesCard, PicturesCard } from '../identity/document-cards.tsx';
import { isClaimedBy, isClaimedByOther } from '../queue/claims.ts';
import { Loaded } from '../session/loaded.tsx';
import { useNow } from '../session/now.ts';
import { useMe } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useT } from '../text/texts.ts';

export function SharedDocument({ proposal }: { proposal: ProposalMessage }): ReactNode {
  const t = useT();
  const [me, now] = [useMe(), useNow()];
  const { state, maker, claimed_until: until } = proposal;
  if (state !== 'proposed' || maker === me.name || !mayDecide(approveSharedIdentity, me)) return null;
  if (isClaimedByOther(proposal, me, now)) return null;
  if (!isClaimedBy(proposal, me, now)) return <Banner tone="info">{t('acts.claimToSee')}</Banner>;
  // Another claim asks for it anew.
  return <Document key={until} id={String(proposal.body['case_id'])} />;
}

function Document({ id }: { id: string }): ReactNode {
  const t = useT();
  const read = useRead(getIdentityCase, { case_id: id }, { isStill: true });
  return (
    <Loaded read={read}>
      {({ opened }) =>
        opened === null ? (
          <Banner tone="warn">{t('acts.notToSee')}</Banner>
        ) : (
          <>
            <PicturesCard opened={opened} />
            <DetailsCard opened={opened} />
            <DuplicatesCard opened={opened} />
          </>
        )
      }
    </Loaded>
  );
}
