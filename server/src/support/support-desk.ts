// Requests of customers as calls of the console.
import {
  answerSupportTicket,
  claimSupportTicket,
  closeSupportCase,
  exportSupportTickets,
  getSupportCase,
  listSupportTickets,
  parseWireId,
  releaseSupportTicket,
  viewSupportCasePicture,
  type Uuid,
} from '@candor/wire';
import { appendAudit } from '../kit/audit-log.ts';
import { bindList } from '../kit/bind-list.ts';
import { bindDownload } from '../kit/download.ts';
import { bindOperator, type BoundCall, type OperatorContext, type OperatorSession } from '../kit/feature.ts';
import { refuse } from '../kit/refuse.ts';
import type { Pictures } from '../pictures/create-pictures.ts';
import { pictureDownload } from '../pictures/pictures.ts';
import { shownToOperator } from '../pictures/viewer.ts';
import { answer, claim, closeCase, release, type Conversation, type ConversationParts } from './conversation.ts';
import { describeCase, describeOpened } from './describe-ticket.ts';
import { holdsPicture, listAll, readMessages, readTicket } from './store.ts';

export interface SupportDeskParts extends ConversationParts {
  pictures: ConversationParts['pictures'] & Pick<Pictures, 'show'>;
  /** Tells the customer's sockets, after the commit. */
  told: (changing: Promise<Conversation>) => Promise<Conversation>;
}

export function supportDesk(parts: SupportDeskParts): BoundCall[] {
  const { pool, clock, pictures, told } = parts;
  const note = (operator: OperatorSession, act: string, subject: string) =>
    appendAudit(pool, { operator: operator.name, act, subject });
  const done = async (work: Promise<Conversation>, operator: OperatorSession, act: string, id: string) => {
    const conversation = await work;
    await note(operator, act, id);
    return describeOpened(conversation, clock.now());
  };
  return [
    ...bindList(listSupportTickets, exportSupportTickets, {
      pool,
      head: ['ticket_id', 'account_id', 'subject', 'about', 'language', 'state', 'created_at', 'changed_at', 'first_answer_seconds', 'closed_seconds', 'rating', 'claimed_by'], // oxfmt-ignore
      async read({ pagesize, current_page: page, ...filter }) {
        const { total, rows } = await listAll(pool, filter, { limit: pagesize, offset: (page - 1) * pagesize });
        return { TOTAL: total, RESULT_LIST: rows.map((row) => describeCase(row, clock.now())) };
      },
    }),
    bindOperator(getSupportCase, async ({ ticket_id: id }) => {
      const ticket = (await readTicket(pool, ticketIdOf(id))) ?? refuse('not-found');
      return describeOpened({ ticket, messages: await readMessages(pool, ticket.ticketId) }, clock.now());
    }),
    bindDownload(viewSupportCasePicture, async ({ ticket_id: id, picture_id: picture }, context) => {
      const { operator } = context as OperatorContext;
      const [ticketId, pictureId] = [ticketIdOf(id), parseWireId('picture', picture) ?? refuse('not-found')];
      if (!(await holdsPicture(pool, ticketId, pictureId))) return refuse('not-found');
      await note(operator, 'support-picture-viewed', id);
      const jpeg = await pictures.show(pictureId, shownToOperator(operator, clock.now()));
      return pictureDownload(jpeg ?? refuse('not-found'));
    }),
    bindOperator(claimSupportTicket, ({ ticket_id: id }, { operator }) =>
      done(claim(parts, { ticketId: ticketIdOf(id), operator }), operator, 'support-claimed', id),
    ),
    bindOperator(releaseSupportTicket, ({ ticket_id: id }, { operator }) =>
      done(release(parts, { ticketId: ticketIdOf(id), operator }), operator, 'support-released', id),
    ),
    bindOperator(answerSupportTicket, ({ ticket_id: id, message }, { operator, idempotency: { key, digest } }) => {
      const work = told(answer(parts, { ticketId: ticketIdOf(id), operator, message, key, digest }));
      return done(work, operator, 'support-answered', id);
    }),
    bindOperator(closeSupportCase, ({ ticket_id: id }, { operator }) =>
      done(told(closeCase(parts, { ticketId: ticketIdOf(id), operator })), operator, 'support-closed', id),
    ),
  ];
}

export const ticketIdOf = (wire: string): Uuid => parseWireId('supportTicket', wire) ?? refuse('not-found');
