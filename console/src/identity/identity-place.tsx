// Documents under review: claimed by one reviewer, looked at closely, approved or failed with a reason.
import {
  approveIdentity,
  claimIdentityCase,
  exportIdentityCases,
  letsIn,
  listIdentityCases,
  parseWireId,
} from '@candor/wire';
import type { ListedIdentityCase, SignedInOperator } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { ScanFace } from 'lucide-react';
import { Ago } from '../queue/ago.tsx';
import { holderOf, isClaimedBy } from '../queue/claims.ts';
import { Holder } from '../queue/holder.tsx';
import { queue } from '../queue/queue.tsx';
import type identity from '../text/en/identity.json';
import type { TextKey } from '../text/keys.ts';
import { currentTexts, useT } from '../text/texts.ts';
import { ApprovePanel, ClaimPanel, FailPanel } from './decide-panels.tsx';
import { IdentityCase, isOpened } from './identity-case.tsx';
import { kindNames, reasonNames, stateNames, stateTones } from './identity-words.ts';

declare module '../text/keys.ts' {
  interface Areas {
    identity: typeof identity;
  }
}

/** Or give back, which an administrator can for anybody. */
function mayClaim(item: ListedIdentityCase, me: SignedInOperator, now: number): boolean {
  const holder = holderOf(item, now);
  if (item.state !== 'review') return false;
  return holder === null ? letsIn(claimIdentityCase, me) : holder === me.name || me.roles.includes('administrator');
}

/** Who sees it by a proposal to approve it decides on that, and not on the case. */
const decides = (item: ListedIdentityCase, me: SignedInOperator, now: number): boolean =>
  isOpened(item) && isClaimedBy(item, me, now) && letsIn(approveIdentity, me);

export const place = queue<typeof listIdentityCases>({
  name: 'identity',
  title: 'identity.title',
  icon: ScanFace,
  index: 25,
  list: listIdentityCases,
  table: exportIdentityCases,
  idOf: ({ case_id: id }) => id,
  firstFilters: { state: 'review' },
  filters: [
    {
      name: 'state',
      label: 'identity.state',
      options: Object.entries(stateNames).map(([value, label]) => ({ value, label })),
    },
    { name: 'country', label: 'identity.country' },
  ],
  columns: [
    { key: 'submitted', label: 'identity.submitted', sort: 'submitted_at', cell: (item) => <CaseLink item={item} /> },
    { key: 'kind', label: 'identity.kind', cell: ({ document_kind: kind }) => <Words of={kindNames[kind]} /> },
    { key: 'country', label: 'identity.country', cell: ({ country }) => country },
    { key: 'attempt', label: 'identity.attempt', isFigure: true, cell: ({ attempt }) => attempt },
    { key: 'state', label: 'identity.state', cell: (item) => <StateBadge item={item} /> },
    { key: 'claimed', label: 'identity.claimedBy', cell: (item) => <Holder claim={item} /> },
    { key: 'reason', label: 'identity.reason', cell: ({ reason }) => reason && <Words of={reasonNames[reason]} /> },
    { key: 'decider', label: 'identity.decidedBy', isExtra: true, cell: ({ decided_by: by }) => by ?? '' },
    { key: 'decided', label: 'identity.decidedAt', sort: 'decided_at', isExtra: true, cell: (item) => <Ago at={item.decided_at} /> }, // oxfmt-ignore
  ],
  find: (typed) =>
    Promise.resolve(
      parseWireId('identityCase', typed) === undefined
        ? []
        : [{ label: currentTexts().t('identity.title'), note: typed, to: `/identity/${typed}` }],
    ),
  Case: IdentityCase,
  claimOf: (item) => item,
  // Nobody decides on what they don't see: from the list a case is opened, not ended.
  actions: [
    {
      key: 'c',
      label: 'identity.claim',
      look: 'secondary',
      evenIfClaimed: true,
      isOffered: mayClaim,
      Panel: ClaimPanel,
    },
    { key: 'a', label: 'identity.approve', look: 'primary', isOffered: decides, Panel: ApprovePanel },
    { key: 'r', label: 'identity.fail', look: 'danger', isOffered: decides, Panel: FailPanel },
  ],
});

const CaseLink = ({ item }: { item: ListedIdentityCase }) => (
  <TextLink to={`/identity/${item.case_id}`} size="small" isInline>
    <Ago at={item.submitted_at} />
  </TextLink>
);

function StateBadge({ item: { state } }: { item: ListedIdentityCase }) {
  const t = useT();
  return <Badge tone={stateTones[state]}>{t(stateNames[state])}</Badge>;
}

function Words({ of }: { of: TextKey }) {
  const t = useT();
  return t(of);
}
