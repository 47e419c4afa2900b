// The demo outbox: keeps mails and SMS in the database for everyone to read, and sends none.
import type { SentMessage } from '@candor/wire';
import { toInstant } from '@candor/wire';
import type { Clock } from './clock.ts';
import type { Mail, MailSender } from './mail.ts';
import type { Pool } from './postgres.ts';
import type { Sms, SmsSender } from './sms.ts';

export interface Outbox {
  mail: MailSender;
  sms: SmsSender;
  /** The latest 100, newest first; all recipients, or one. */
  list(recipient?: string): Promise<SentMessage[]>;
}

/** How many messages are kept. */
const keptMax = 5_000;

export function createOutbox({ pool, clock }: { pool: Pool; clock: Clock }): Outbox {
  const keep = async (channel: 'email' | 'sms', message: Mail | Sms): Promise<void> => {
    const subject = 'subject' in message ? message.subject : '';
    const stored = await pool.query<{ message_id: number }>(
      `insert into dev_outbox (channel, recipient, kind, subject, text, code, at)
       values ($1, $2, $3, $4, $5, $6, $7) returning message_id`,
      [channel, message.to, message.kind, subject, message.text, message.code ?? null, toInstant(clock.now())],
    );
    const messageId = stored.rows[0]!.message_id;
    if (messageId % 100 === 0) await pool.query('delete from dev_outbox where message_id <= $1', [messageId - keptMax]);
  };
  return {
    mail: { send: (mail) => keep('email', mail), close: () => undefined },
    sms: { send: (sms) => keep('sms', sms) },
    async list(recipient) {
      const found = await pool.query<Omit<SentMessage, 'at'> & { at: number }>(
        `select channel, recipient, kind, subject, text, code, at from dev_outbox
         where $1::text is null or lower(recipient) = lower($1) order by message_id desc limit 100`,
        [recipient ?? null],
      );
      return found.rows.map((row) => ({ ...row, at: toInstant(row.at) }));
    },
  };
}
