// A request as the wire has it, for its customer and for operators.
import { toInstant, viewSupportCasePicture, viewSupportPicture, wireId, type ListedSupportTicket, type OpenedSupportTicket, type SupportConversation, type SupportTicket, type Uuid } from '@candor/wire'; // oxfmt-ignore
import type { Conversation } from './conversation.ts';
import type { MessageRow, TicketRow } from './store.ts';
import { canRate } from './ticket-rules.ts';

export const describeTicket = (ticket: TicketRow): SupportTicket => ({
  ticket_id: wireId('supportTicket', ticket.ticketId),
  subject: ticket.subject,
  about: ticket.about,
  state: ticket.state,
  created_at: toInstant(ticket.createdAt),
  changed_at: toInstant(ticket.changedAt),
  rating: ticket.rating,
  can_rate: canRate(ticket),
});

export const describeConversation = ({ ticket, messages }: Conversation): SupportConversation => ({
  ...describeTicket(ticket),
  messages: messages.map(({ operatorId, ...message }) => ({
    ...describeMessage(message, ticket.ticketId, viewSupportPicture.path),
    is_ours: operatorId !== null,
  })),
});

export function describeCase(ticket: TicketRow, now: number): ListedSupportTicket {
  const { can_rate: _own, ...described } = describeTicket(ticket);
  const isClaimed = ticket.claimedUntil !== null && now < ticket.claimedUntil && ticket.state !== 'closed';
  const secondsUntil = (at: number | null): number | null => at && Math.round((at - ticket.createdAt) / 1000);
  return {
    ...described,
    account_id: wireId('account', ticket.accountId),
    language: ticket.language,
    first_answer_seconds: secondsUntil(ticket.firstAnswerAt),
    closed_seconds: secondsUntil(ticket.closedAt),
    claimed_by: isClaimed ? ticket.claimedByName : null,
  };
}

export const describeOpened = ({ ticket, messages }: Conversation, now: number): OpenedSupportTicket => ({
  ...describeCase(ticket, now),
  messages: messages.map(({ operatorName, ...message }) => ({
    ...describeMessage(message, ticket.ticketId, viewSupportCasePicture.path),
    by: operatorName,
  })),
});

const describeMessage = (
  { messageId, body, pictures, at }: Pick<MessageRow, 'messageId' | 'body' | 'pictures' | 'at'>,
  ticketId: Uuid,
  path: string,
) => ({
  message_id: wireId('supportMessage', messageId),
  body,
  pictures: pictures.map((id) =>
    path.replace(':ticket_id', wireId('supportTicket', ticketId)).replace(':picture_id', wireId('picture', id)),
  ),
  at: toInstant(at),
});
