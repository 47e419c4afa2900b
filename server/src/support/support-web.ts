// Support where requests arrive: customers ask at one door, operators answer at the other, and each hears of it at once.
import {
  answerSupportTicket,
  closeSupportTicket,
  getSupportTicket,
  listSupportTickets,
  openSupportTicket,
  parseWireId,
  queryCustomerservice,
  querySupportTickets,
  rateSupportTicket,
  rolesFor,
  toInstant,
  viewSupportPicture,
  wireId,
  writeSupportMessage,
} from '@candor/wire';
import type { Hub } from '../feed/hub.ts';
import type { Bus } from '../kit/bus.ts';
import { bindDownload } from '../kit/download.ts';
import { bind, bindSelf, type BoundCall, type SelfContext } from '../kit/feature.ts';
import { createJob } from '../kit/jobs.ts';
import { answerPage } from '../kit/paged-list.ts';
import type { OrderKind, WebPart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import { languageOf } from '../kit/texts.ts';
import type { Pictures } from '../pictures/create-pictures.ts';
import { pictureDownload } from '../pictures/pictures.ts';
import { shownToOwner } from '../pictures/viewer.ts';
import { readAbout } from './about.ts';
import { closeOwn, openNew, rate, writeOwn, type Conversation, type ConversationParts } from './conversation.ts';
import { describeConversation, describeTicket } from './describe-ticket.ts';
import { countWaiting, forgetClosed, holdsPicture, readMessages, readTicket, readTicketsOf } from './store.ts';
import { supportDesk, ticketIdOf } from './support-desk.ts';
import { workingHoursAt } from './working-hours.ts';

export interface SupportParts extends ConversationParts {
  bus: Bus;
  hub: Hub;
  support: { mail: string; timeZone: string };
  pictures: ConversationParts['pictures'] & Pick<Pictures, 'show'>;
  orderKinds: () => readonly OrderKind[];
}

const pruneEveryMs = 3_600_000;

export function supportWeb(parts: SupportParts): WebPart {
  const { pool, clock, bus, hub } = parts;
  bus.on('support.changed', ({ accountId, ticketId, state }) =>
    hub.notify(`account:${accountId}`, () => ({
      action: 'support',
      notify: { ticket_id: wireId('supportTicket', ticketId), state },
    })),
  );
  return {
    jobs: [
      createJob({ name: 'forget-support', role: 'web', every: pruneEveryMs, isShared: true, run: () => forgetClosed(pool) }), // oxfmt-ignore
    ],
    queues: [
      {
        name: 'support',
        list: listSupportTickets,
        decidedBy: rolesFor(answerSupportTicket),
        count: ({ operatorId }) => countWaiting(pool, { operatorId, now: clock.now() }),
      },
    ],
    calls: [bindHours(parts), ...customerCalls(parts), ...supportDesk({ ...parts, told: (work) => told(parts, work) })],
  };
}

const bindHours = ({ clock, support: { mail, timeZone } }: SupportParts): BoundCall =>
  bind(queryCustomerservice, () => {
    const now = clock.now();
    const { opensAt, closesAt } = workingHoursAt(now, timeZone);
    return {
      mail,
      time_zone: timeZone,
      is_open: now >= opensAt,
      opens_at: toInstant(opensAt),
      closes_at: toInstant(closesAt),
    };
  });

/** After the commit. */
async function told({ bus }: SupportParts, changing: Promise<Conversation>): Promise<Conversation> {
  const changed = await changing;
  const { accountId, ticketId, state } = changed.ticket;
  bus.emit('support.changed', { accountId, ticketId, state });
  return changed;
}

function customerCalls(parts: SupportParts): BoundCall[] {
  const { pool, clock, pictures, orderKinds } = parts;
  const answered = async (work: Promise<Conversation>) => describeConversation(await told(parts, work));
  return [
    bindSelf(openSupportTicket, async ({ language, ...asked }, { session: { accountId }, idempotency: { key, digest } }) => {
      const about = await readAbout(pool, { accountId, about: asked.about, orderKinds: orderKinds() });
      return answered(openNew(parts, { ...asked, about, accountId, language: languageOf(language), key, digest }));
    }), // oxfmt-ignore
    bindSelf(querySupportTickets, async (page, { session: { accountId } }) => {
      const found = await readTicketsOf(pool, accountId, page);
      return answerPage(found, found.rows.map(describeTicket));
    }),
    bindSelf(getSupportTicket, async ({ ticket_id: id }, { session: { accountId } }) => {
      const ticket = (await readTicket(pool, ticketIdOf(id), accountId)) ?? refuse('not-found');
      return describeConversation({ ticket, messages: await readMessages(pool, ticket.ticketId) });
    }),
    bindSelf(
      writeSupportMessage,
      async ({ ticket_id: id, ...asked }, { session: { accountId }, idempotency: { key, digest } }) =>
        answered(writeOwn(parts, { ...asked, ticketId: ticketIdOf(id), accountId, key, digest })),
    ),
    bindSelf(closeSupportTicket, async ({ ticket_id: id }, { session: { accountId } }) =>
      answered(closeOwn(parts, { ticketId: ticketIdOf(id), accountId })),
    ),
    bindSelf(rateSupportTicket, async ({ ticket_id: id, rating }, { session: { accountId } }) =>
      answered(rate(parts, { ticketId: ticketIdOf(id), accountId, rating })),
    ),
    bindDownload(viewSupportPicture, async ({ ticket_id: id, picture_id: picture }, context) => {
      const { accountId } = (context as SelfContext).session;
      const pictureId = parseWireId('picture', picture) ?? refuse('not-found');
      const ticket = (await readTicket(pool, ticketIdOf(id), accountId)) ?? refuse('not-found');
      if (!(await holdsPicture(pool, ticket.ticketId, pictureId))) return refuse('not-found');
      return pictureDownload(
        (await pictures.show(pictureId, shownToOwner(accountId, clock.now()))) ?? refuse('not-found'),
      );
    }),
  ];
}
