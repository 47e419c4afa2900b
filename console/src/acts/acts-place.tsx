// The queue of proposals: what one operator proposed and another decides on.
import { exportActs, isFound, listActs, parseWireId } from '@candor/wire';
import type { ActKind, ProposalMessage } from '@candor/wire';
import { Button } from '@candor/web/ui/button.tsx';
import { Scale } from 'lucide-react';
import { Holder } from '../queue/holder.tsx';
import { queue } from '../queue/queue.tsx';
import { Ago } from '../queue/ago.tsx';
import type { TextKey } from '../text/keys.ts';
import { currentTexts, useT } from '../text/texts.ts';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { ActCase } from './act-case.tsx';
import { actFields } from './act-fields.ts';
import { claimOf, claims, decides, withdraws } from './act-rights.ts';
import { actKindNames, brief, stateNames, StateBadge } from './act-words.tsx';
import { ApprovePanel, ClaimPanel, RefusePanel, WithdrawPanel } from './decide-panels.tsx';
import { ProposeScreen } from './propose-screen.tsx';

export const place = queue<typeof listActs>({
  name: 'acts',
  title: 'acts.title',
  icon: Scale,
  index: 20,
  list: listActs,
  table: exportActs,
  idOf: ({ proposal_id: id }) => id,
  firstFilters: { state: 'proposed' },
  filters: [
    {
      name: 'state',
      label: 'acts.state',
      options: Object.entries(stateNames).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'kind',
      label: 'acts.kind',
      options: Object.entries(actKindNames).map(([value, label]) => ({ value, label })),
    },
    { name: 'maker', label: 'acts.maker' },
  ],
  columns: [
    { key: 'kind', label: 'acts.kind', sort: 'kind', cell: (item) => <KindLink item={item} /> },
    { key: 'body', label: 'acts.what', cell: ({ body }) => brief(body) },
    { key: 'why', label: 'acts.why', cell: ({ why }) => why },
    { key: 'state', label: 'acts.state', cell: ({ state }) => <StateBadge state={state} /> },
    { key: 'maker', label: 'acts.maker', cell: ({ maker }) => maker },
    { key: 'claimed', label: 'acts.claimedBy', cell: (item) => <Holder claim={claimOf(item)} /> },
    { key: 'proposed', label: 'acts.proposedAt', sort: 'proposed_at', cell: (item) => <Ago at={item.proposed_at} /> },
    { key: 'expires', label: 'acts.expiresAt', sort: 'expires_at', isExtra: true, cell: (item) => <Ago at={item.expires_at} /> }, // oxfmt-ignore
    { key: 'checker', label: 'acts.checker', isExtra: true, cell: ({ checker }) => checker ?? '' },
  ],
  // A proposal by its id; and what can be proposed, by its name.
  find(typed) {
    const { t } = currentTexts();
    const kinds = (Object.entries(actKindNames) as [ActKind, TextKey][]).filter(([kind, name]) => actFields[kind].length > 0 && isFound(typed, [t(name)])); // oxfmt-ignore
    const begun = kinds.map(([kind, name]) => ({ label: t('acts.proposeOne', { act: t(name) }), to: `/acts/new?kind=${kind}` })); // oxfmt-ignore
    const isId = parseWireId('proposal', typed) !== undefined;
    return Promise.resolve(isId ? [{ label: t('acts.proposal'), note: typed, to: `/acts/${typed}` }] : begun);
  },
  Head: ProposeButton,
  Case: ActCase,
  claimOf,
  more: [{ path: '/acts/new', Screen: ProposeScreen }],
  actions: [
    { key: 'a', label: 'acts.approve', look: 'primary', isOffered: decides, Panel: ApprovePanel },
    { key: 'r', label: 'acts.refuse', look: 'danger', isOffered: decides, Panel: RefusePanel },
    { key: 'w', label: 'acts.withdraw', evenIfClaimed: true, isOffered: withdraws, Panel: WithdrawPanel },
    { key: 'c', label: 'acts.claim', evenIfClaimed: true, isOffered: claims, Panel: ClaimPanel },
  ],
});

function KindLink({ item }: { item: ProposalMessage }) {
  const t = useT();
  return (
    <TextLink to={`/acts/${item.proposal_id}`} size="small" isInline>
      {t(actKindNames[item.kind])}
    </TextLink>
  );
}

function ProposeButton() {
  const t = useT();
  return (
    <Button to="/acts/new" isSmall>
      {t('acts.propose')}
    </Button>
  );
}
