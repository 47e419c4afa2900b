// Mail over SMTP. Where messages go instead in demo mode: outbox.ts.
import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  /** What it is about, e.g. `register-code`. */
  kind: string;
  subject: string;
  text: string;
  /** Where a mail program posts to so that no more of the kind come (RFC 8058). */
  unsubscribeUrl?: string;
  /** The code in the text, for the demo outbox. */
  code?: string;
}

export interface MailSender {
  /** Resolves when the mail server has taken the message over; rejects otherwise. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** `url`: smtp://user:password@host:port or smtps://…; `from`: `Candor <no-reply@example.com>`. */
export function smtpMail({
  url,
  from,
  timeoutMs = 10_000,
}: {
  url: string;
  from: string;
  timeoutMs?: number;
}): MailSender {
  const { hostname } = new URL(url);
  const transport = createTransport({
    url,
    // Codes never cross a network in the clear; a server on this machine is reached without one.
    requireTLS: !['127.0.0.1', '[::1]', 'localhost'].includes(hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, unsubscribeUrl }) {
      // An address object, so that nothing in `to` is read as a list or a header.
      const headers = unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, ...(headers && { headers }) });
    },
    close: () => transport.close(),
  };
}
