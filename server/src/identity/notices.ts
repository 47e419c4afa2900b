// Whoever waits for a decision is told of it.
import { failureReasons, type FailureReason } from '@candor/wire';
import { columns, text, uuid } from '../kit/columns.ts';
import { ofSubjects, type NoticeSource } from '../kit/notice.ts';
import { select } from '../kit/select.ts';
import words from './notices.json' with { type: 'json' };

const decided = columns({
  accountId: uuid,
  caseId: uuid,
  state: text<'approved' | 'failed'>(),
  reason: text<FailureReason>().orNull,
});

/** As the app says it. */
const wordOf = (reason: FailureReason): string => `reason_${reason}`;

export const identityNotices: NoticeSource = {
  event: 'identity.decided',
  tells: ['authentication'],
  kinds: {
    'identity-decided': {
      category: 'security',
      says: ['identity-approved', 'identity-failed'],
      words: failureReasons.map(wordOf),
    },
  },
  words,
  async read(database, subjects) {
    const sql = `select ${decided.list} from identity_cases where ${ofSubjects('case_id')} and decided_at is not null`;
    const rows = await select(database, decided, sql, ofSubjects.values(subjects));
    return rows.map(({ accountId, caseId: objectId, state, reason }) => ({
      accountId,
      objectId,
      kind: 'identity-decided',
      says: `identity-${state}`,
      facts: reason === null ? {} : { reason: { word: wordOf(reason) } },
      path: '/authentication',
    }));
  },
};
