// Tells the owner of an account what happened to it: by mail where there is an address, else by SMS.
import type { Uuid } from '@candor/wire';
import { log } from '../kit/log.ts';
import type { MailSender } from '../kit/mail.ts';
import type { Pool } from '../kit/postgres.ts';
import type { SmsSender } from '../kit/sms.ts';
import { languageOf, messageOf } from './messages.ts';
import type { NoticeKind } from './messages.ts';
import { reasonOf } from './reason-of.ts';
import { readAccount } from './store.ts';

export interface Notices {
  /** Does not make the caller wait: what happened has happened, whether or not the notice arrives. */
  tell(accountId: Uuid, kind: NoticeKind): void;
  /** Waits for notices under way. */
  settled(): Promise<void>;
}

export function createNotices({ pool, mail, sms }: { pool: Pool; mail: MailSender; sms: SmsSender }): Notices {
  const underWay = new Set<Promise<void>>();
  const send = async (accountId: Uuid, kind: NoticeKind): Promise<void> => {
    const account = await readAccount(pool, accountId);
    if (!account) return;
    const { subject, text } = messageOf(kind, languageOf(account.language));
    if (account.email !== null) await mail.send({ to: account.email, kind, subject, text });
    else if (account.phone !== null) await sms.send({ to: account.phone, kind, text });
  };
  return {
    tell(accountId, kind) {
      const sending = send(accountId, kind)
        .catch((error: unknown) => log.warn('notice not sent', { accountId, kind, reason: reasonOf(error) }))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}
