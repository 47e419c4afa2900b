// Requests of customers to support: those that wait, oldest first.
import { answerSupportTicket, claimSupportTicket, exportSupportTickets, letsIn, listSupportTickets, parseWireId } from '@candor/wire'; // oxfmt-ignore
import type { ListedSupportTicket, SignedInOperator } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { LifeBuoy } from 'lucide-react';
import { Ago } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import type support from '../text/en/support.json';
import { currentTexts, useT } from '../text/texts.ts';
import { AnswerPanel, ClaimPanel, ClosePanel } from './answer-panels.tsx';
import { SupportCase } from './support-case.tsx';
import { Lasted, stateNames, stateTones } from './support-words.tsx';

declare module '../text/keys.ts' {
  interface Areas {
    support: typeof support;
  }
}

const isOpen = ({ state }: ListedSupportTicket): boolean => state !== 'closed';
const isMine = (item: ListedSupportTicket, me: SignedInOperator): boolean =>
  isOpen(item) && item.claimed_by === me.name && letsIn(answerSupportTicket, me);
/** Or give back, which an administrator can for anybody. */
const mayClaim = (item: ListedSupportTicket, me: SignedInOperator): boolean =>
  isOpen(item) &&
  (item.claimed_by === null ? letsIn(claimSupportTicket, me) : isMine(item, me) || me.roles.includes('administrator'));

export const place = queue<typeof listSupportTickets>({
  name: 'support',
  title: 'support.title',
  icon: LifeBuoy,
  index: 24,
  list: listSupportTickets,
  table: exportSupportTickets,
  idOf: ({ ticket_id: id }) => id,
  firstFilters: { state: 'open' },
  filters: [
    {
      name: 'state',
      label: 'support.state',
      options: Object.entries(stateNames).map(([value, label]) => ({ value, label })),
    },
    { name: 'language', label: 'support.language' },
  ],
  columns: [
    { key: 'ticket', label: 'support.ticket', cell: (item) => <TicketLink item={item} /> },
    { key: 'state', label: 'support.state', cell: (item) => <StateBadge item={item} /> },
    { key: 'language', label: 'support.language', cell: ({ language }) => language },
    { key: 'changed', label: 'support.changed', sort: 'changed_at', cell: (item) => <Ago at={item.changed_at} /> },
    { key: 'claimed', label: 'support.claimedBy', cell: ({ claimed_by: by }) => by ?? '' },
    { key: 'answered', label: 'support.firstAnswer', isFigure: true, cell: (item) => <Lasted seconds={item.first_answer_seconds} /> }, // oxfmt-ignore
    { key: 'closed', label: 'support.solved', isFigure: true, cell: (item) => <Lasted seconds={item.closed_seconds} /> }, // oxfmt-ignore
    { key: 'rating', label: 'support.rating', isFigure: true, cell: ({ rating }) => rating ?? '' },
    { key: 'created', label: 'support.created', sort: 'created_at', isExtra: true, cell: (item) => <Ago at={item.created_at} /> }, // oxfmt-ignore
    { key: 'account', label: 'support.account', isExtra: true, cell: ({ account_id: id }) => id },
  ],
  find: (typed) =>
    Promise.resolve(
      parseWireId('supportTicket', typed) === undefined
        ? []
        : [{ label: currentTexts().t('support.ticket'), note: typed, to: `/support/${typed}` }],
    ),
  Case: SupportCase,
  claimOf: (item) => item,
  actions: [
    {
      key: 'c',
      label: 'support.claim',
      look: 'secondary',
      evenIfClaimed: true,
      isOffered: mayClaim,
      Panel: ClaimPanel,
    },
    { key: 'a', label: 'support.answer', look: 'primary', isOffered: isMine, Panel: AnswerPanel },
    { key: 'e', label: 'support.close', look: 'danger', isOffered: isMine, Panel: ClosePanel },
  ],
});

const TicketLink = ({ item }: { item: ListedSupportTicket }) => (
  <TextLink to={`/support/${item.ticket_id}`} size="small" isInline>
    <bdi>{item.subject}</bdi>
  </TextLink>
);

function StateBadge({ item: { state } }: { item: ListedSupportTicket }) {
  const t = useT();
  return <Badge tone={stateTones[state]}>{t(stateNames[state])}</Badge>;
}
