// Whoever was offered an experience account by operators is told of it: nothing else would lead there who was not invited.
import { columns, uuid } from '../kit/columns.ts';
import { ofSubjects, type NoticeSource } from '../kit/notice.ts';
import { select } from '../kit/select.ts';
import words from './notices.json' with { type: 'json' };

const offered = columns({ accountId: uuid, proposalId: uuid });

export const experienceNotices: NoticeSource = {
  event: 'experience.offered',
  tells: [],
  kinds: { 'experience-offered': { category: 'products', says: ['experience-offered'] } },
  words,
  /** Nothing of one that was opened meanwhile. The amount is told where it is opened: it is what the terms say by then. */
  async read(database, subjects) {
    const sql = `select ${offered.list} from experience_offers where ${ofSubjects('proposal_id')}
      and not exists (select from experience_openings where owner_id = experience_offers.account_id)`;
    const rows = await select(database, offered, sql, ofSubjects.values(subjects));
    return rows.map(({ accountId, proposalId: objectId }) => ({
      accountId,
      objectId,
      kind: 'experience-offered',
      says: 'experience-offered',
      facts: {},
      path: '/personal',
    }));
  },
};

declare module '../kit/bus.ts' {
  interface Events {
    /** Told to the outbox alone: two operators have offered one to this account. */
    'experience.offered': never;
  }
}
