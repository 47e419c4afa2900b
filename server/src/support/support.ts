// People of the platform whom customers can reach.
import {
  answerSupportTicket,
  claimSupportTicket,
  closeSupportCase,
  closeSupportTicket,
  exportSupportTickets,
  getSupportCase,
  getSupportTicket,
  listSupportTickets,
  openSupportTicket,
  queryCustomerservice,
  querySupportTickets,
  rateSupportTicket,
  releaseSupportTicket,
  supportEvent,
  viewSupportCasePicture,
  viewSupportPicture,
  writeSupportMessage,
} from '@candor/wire';
import { product } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import { supportNotices } from './notices.ts';
import { supportWeb } from './support-web.ts';

export const support = product({
  name: 'support',
  calls: [
    {
      title: 'Support',
      text: 'How to reach us, and when; and what you have asked.',
      anyone: [queryCustomerservice],
      self: [
        openSupportTicket,
        querySupportTickets,
        getSupportTicket,
        writeSupportMessage,
        closeSupportTicket,
        rateSupportTicket,
        viewSupportPicture,
      ],
    },
  ],
  consoleCalls: [
    {
      title: 'Support',
      text: 'Requests of customers: claimed, answered and closed.',
      operator: [
        listSupportTickets,
        exportSupportTickets,
        getSupportCase,
        viewSupportCasePicture,
        claimSupportTicket,
        releaseSupportTicket,
        answerSupportTicket,
        closeSupportCase,
      ],
    },
  ],
  events: [supportEvent],
  notices: supportNotices,
  invariants: [
    {
      name: 'a request was answered first when its first answer was written, and its newest message says who has the word',
      sql: sql`select count(*) as checked, count(*) filter (where first_answer_at is distinct from answered
              or (state = 'open' and last_by is not null) or (state = 'answered' and last_by is null)) as broken
            from support_tickets natural join (select ticket_id, min(at) filter (where operator_id is not null) as answered,
              (array_agg(operator_id order by at desc, message_id desc))[1] as last_by from support_messages group by 1) as written`,
    },
  ],
  bridged: { betweenWebs: ['support.changed'] },
  web: supportWeb,
});
