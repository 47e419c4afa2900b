// Whoever asked is told of each answer, and when we have closed the request.
import { wireId, type Uuid } from '@candor/wire';
import { columns, text, uuid } from '../kit/columns.ts';
import { ofSubjects, type NoticeSource } from '../kit/notice.ts';
import { select } from '../kit/select.ts';
import words from './notices.json' with { type: 'json' };

const answer = columns({
  accountId: uuid.as('m.account_id'),
  messageId: uuid.as('m.message_id'),
  ticketId: uuid.as('m.ticket_id'),
  subject: text().as('t.subject'),
});
const closed = columns({ accountId: uuid, ticketId: uuid, subject: text() });

const wordsOf = (kind: string): NoticeSource['words'] =>
  Object.fromEntries(
    Object.entries(words).map(([language, texts]) => [
      language,
      Object.fromEntries(Object.entries(texts).filter(([key]) => key.startsWith(`${kind}.`))),
    ]),
  ) as NoticeSource['words'];

const noticeOf = (kind: string, row: { accountId: Uuid; objectId: Uuid; ticketId: Uuid; subject: string }) => ({
  accountId: row.accountId,
  objectId: row.objectId,
  kind,
  says: kind,
  facts: { subject: row.subject },
  path: `/support/${wireId('supportTicket', row.ticketId)}`,
});

export const supportNotices: readonly NoticeSource[] = [
  {
    event: 'support.answered',
    tells: ['support'],
    kinds: { 'support-answered': { category: 'support', says: ['support-answered'] } },
    words: wordsOf('support-answered'),
    async read(database, subjects) {
      const sql = `select ${answer.list} from support_messages m join support_tickets t using (ticket_id)
        where ${ofSubjects('m.message_id').replace('account_id', 'm.account_id')}`;
      const rows = await select(database, answer, sql, ofSubjects.values(subjects));
      return rows.map(({ messageId: objectId, ...row }) => noticeOf('support-answered', { ...row, objectId }));
    },
  },
  {
    event: 'support.closed',
    tells: ['support'],
    kinds: { 'support-closed': { category: 'support', says: ['support-closed'] } },
    words: wordsOf('support-closed'),
    async read(database, subjects) {
      const sql = `select ${closed.list} from support_tickets where ${ofSubjects('ticket_id')}`;
      const rows = await select(database, closed, sql, ofSubjects.values(subjects));
      return rows.map((row) => noticeOf('support-closed', { ...row, objectId: row.ticketId }));
    },
  },
];
