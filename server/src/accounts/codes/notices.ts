// Tells the owner of an account what happened to it: by mail where there is an address, else by SMS.
import type { Uuid } from '@candor/wire';
import { log } from '../../kit/log.ts';
import type { MailSender } from '../../kit/mail.ts';
import type { Pool } from '../../kit/postgres.ts';
import type { SmsSender } from '../../kit/sms.ts';
import { languageOf } from '../../kit/texts.ts';
import { noticeMessage, withPhrase } from './messages.ts';
import type { NoticeKind } from './messages.ts';
import { reasonOf } from '../../kit/reason-of.ts';
import type { FreezeLinks, NoticedEvent } from '../security/freeze-links.ts';
import { readAccount, readMailPhrase, type Account } from '../store.ts';

export interface Notices {
  /** Does not make the caller wait: what happened has happened, whether or not the notice arrives. */
  tell(accountId: Uuid, kind: NoticeKind, event?: NoticedEvent, before?: Contact): void;
  /** Waits for notices under way. */
  settled(): Promise<void>;
}

/** Where an account was reached until now, when that is what has changed: both are told. */
export type Contact = Pick<Account, 'email' | 'phone'>;

interface NoticesOptions {
  pool: Pool;
  mail: MailSender;
  sms: SmsSender;
  links: FreezeLinks;
}

export function createNotices({ pool, mail, sms, links }: NoticesOptions): Notices {
  const underWay = new Set<Promise<void>>();
  const send = async (accountId: Uuid, kind: NoticeKind, event?: NoticedEvent, before?: Contact): Promise<void> => {
    const account = await readAccount(pool, accountId);
    if (!account) return;
    const { email, phone } = before ?? { email: account.email, phone: account.email === null ? account.phone : null };
    const language = languageOf(account.language);
    const { subject, text } = noticeMessage(kind, language, event && links.linkOf(event));
    const whole = withPhrase(language, text, await readMailPhrase(pool, accountId));
    // A mail to the account's address gets its words where it leaves.
    if (email !== null) await mail.send({ to: email, kind, subject, text: email === account.email ? text : whole });
    if (phone !== null) await sms.send({ to: phone, kind, text: whole });
  };
  return {
    tell(accountId, kind, event, before) {
      const sending = send(accountId, kind, event, before)
        .catch((error: unknown) => log.warn('notice not sent', { accountId, kind, reason: reasonOf(error) }))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}
