// What happened to an account, in its owner's list and on the owner's phone. The mail about it is sent at once, by codes/notices.ts, with
// the link that freezes the account.
import { securityEventKinds, type SecurityEventKind } from '@candor/wire';
import { columns, text, uuid } from '../../kit/columns.ts';
import { ofSubjects, type NoticeSource, type NoticeWords } from '../../kit/notice.ts';
import { select } from '../../kit/select.ts';
import { languages, textOf, type Language } from '../../kit/texts.ts';
import { noticeMessage } from '../codes/messages.ts';

const event = columns({ accountId: uuid, eventId: uuid, kind: text<SecurityEventKind>() });

/** Whoever logs in sees it among the devices. */
export const isTold = (kind: SecurityEventKind): kind is Exclude<SecurityEventKind, 'login' | 'login-refused'> =>
  kind !== 'login' && kind !== 'login-refused';
const told = securityEventKinds.filter(isTold);

const wordsIn = (language: Language): Record<string, string> =>
  Object.fromEntries([
    ['security-event.name', textOf(language, 'notice.security')],
    ...told.flatMap((kind) => [
      [`${kind}.title`, noticeMessage(kind, language).subject],
      [`${kind}.body`, textOf(language, 'security.note')],
    ]),
  ]) as Record<string, string>;

export const securityNotices: NoticeSource = {
  event: 'account.secured',
  tells: [],
  kinds: { 'security-event': { category: 'security', says: told, ways: { mail: 'never' } } },
  words: Object.fromEntries(languages.map((language) => [language, wordsIn(language)])) as unknown as NoticeWords,
  async read(database, subjects) {
    const sql = `select ${event.list} from account_events where ${ofSubjects('event_id')}`;
    const rows = await select(database, event, sql, ofSubjects.values(subjects));
    return rows.map(({ accountId, eventId: objectId, kind }) => ({
      accountId,
      objectId,
      kind: 'security-event',
      says: kind,
      facts: {},
      path: '/security',
    }));
  },
};

declare module '../../kit/bus.ts' {
  interface Events {
    /** Told to the outbox alone: something of this account's security was changed, and is a row of its events. */
    'account.secured': never;
  }
}
