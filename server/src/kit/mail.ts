// Mail over SMTP. Where messages go instead in demo mode: outbox.ts.
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { systemTimers, type Timers } from './clock.ts';
import { reasonOf } from './reason-of.ts';

export interface Mail {
  to: string;
  /** What it is about, e.g. `register-code`. */
  kind: string;
  subject: string;
  text: string;
  /** Names the message, the same at each try: mail servers and readers know a repetition by it. Without it there is one try alone. */
  id?: string;
  /** An earlier try may have been taken without an answer. */
  isRepeated?: boolean;
  /** Where a mail program posts to so that no more of the kind come (RFC 8058). */
  unsubscribeUrl?: string;
  /** The code in the text, for the demo outbox. */
  code?: string;
}

export interface MailSender {
  /** Resolves when the mail server has taken the message over; rejects with MailNotTaken otherwise. Takes `mailMaxMs` at most. */
  send(mail: Mail): Promise<void>;
  /** Gives messages a few seconds from now on, as the server stops. */
  close(): void;
}

/** refused: for good. later: not taken, another try may help. unanswered: perhaps taken, another try of the same id may tell. */
export type MailFailure = 'refused' | 'later' | 'unanswered';

export class MailNotTaken extends Error {
  override name = 'MailNotTaken';
  readonly failure: MailFailure;
  /** Status code of the mail server's reply; 0 if it did not reply. */
  readonly answered: number;
  constructor(failure: MailFailure, reason: string, answered = 0) {
    super(reason);
    this.failure = failure;
    this.answered = answered;
  }
}

/** Returns the kind of a failure; `later` for any other error, as it may be temporary. */
export const failureOf = (error: unknown): MailFailure => (error instanceof MailNotTaken ? error.failure : 'later');

/** Maximum time from the DNS lookup of the mail server until the whole message was sent. */
const openMs = 60_000;
/** Maximum time from the end of the message to the reply: a server that scans messages may take this long (RFC 5321, 4.5.3.2.6). */
const answerMs = 10 * 60_000;
const closingMs = 5_000;
export const mailMaxMs = openMs + answerMs;
/** Time that a job waits for one message. After it the job starts the next message while the slow one continues. */
export const mailPatienceMs = 5_000;

/** Returns the host of an address. Our mail server may contact this host before it replies, so a slow host slows our mails to it. */
export const mailHostOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

interface SmtpOptions {
  url: string;
  from: string;
  timers?: Timers;
}

/** `url`: smtp://user:password@host:port or smtps://…; `from`: `Candor <no-reply@example.com>`. */
export function smtpMail({ url, from, timers = systemTimers }: SmtpOptions): MailSender {
  const { hostname } = new URL(url);
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? hostname;
  const underWay = new Set<Sending>();
  let isClosed = false;
  const transport = createTransport({
    url,
    // Codes never cross a network in the clear; a server on this machine is reached without one.
    requireTLS: !['127.0.0.1', '[::1]', 'localhost'].includes(hostname),
    // Each is above our own limit, which knows how far the message is.
    connectionTimeout: 2 * openMs,
    greetingTimeout: 2 * openMs,
    dnsTimeout: 2 * openMs,
    socketTimeout: 2 * answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((whole) => withEnd(whole, (data as Followed).onWhole));
    done();
  });

  return {
    async send(mail) {
      const sending = new Sending(timers);
      underWay.add(sending);
      if (isClosed) sending.hurry();
      const followed: Followed = {
        ...messageOf(mail, { from, domain }),
        signal: sending.signal,
        onWhole: () => sending.noteWhole(),
      };
      try {
        await transport.sendMail(followed);
      } catch (error) {
        const failure = notTaken(sending.signal.aborted ? sending.signal.reason : error, { mail, sending });
        if (failure) throw failure;
      } finally {
        sending.end();
        underWay.delete(sending);
      }
    },
    close() {
      isClosed = true;
      for (const sending of underWay) sending.hurry();
      transport.close();
    },
  };
}

interface Followed extends SendMailOptions {
  signal: AbortSignal;
  onWhole: () => void;
}

/** How far one message is, and how long it may still take. */
class Sending {
  readonly #timers: Timers;
  readonly #ending = new AbortController();
  #cancel: () => void = () => {};
  #isHurried = false;
  /** All of the message was handed over: the mail server may have taken it. */
  isWhole = false;

  constructor(timers: Timers) {
    this.#timers = timers;
    this.#giveUpAfter(openMs, 'the mail server is silent');
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  noteWhole(): void {
    this.isWhole = true;
    if (!this.#isHurried) this.#giveUpAfter(answerMs, 'the mail server has the message and does not answer');
  }

  hurry(): void {
    this.#isHurried = true;
    this.#giveUpAfter(closingMs, 'our server was stopped meanwhile');
  }

  end(): void {
    this.#cancel();
  }

  #giveUpAfter(ms: number, why: string): void {
    this.#cancel();
    this.#cancel = this.#timers.after(ms, () => this.#ending.abort(new Error(why)));
  }
}

function messageOf(
  { to, subject, text, id, unsubscribeUrl }: Mail,
  { from, domain }: { from: string; domain: string },
): SendMailOptions {
  const headers = unsubscribeUrl && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return {
    from,
    // An address object, so that nothing in `to` is read as a list or a header.
    to: { name: '', address: to },
    subject,
    text,
    ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
    ...(headers && { headers }),
  };
}

/** Calls back when the last byte was read, which is after the mail server asked for the message. */
function withEnd(whole: Readable, onEnd: () => void): Readable {
  const followed = new PassThrough().on('end', onEnd);
  // An error reaches the reader of what is returned.
  return pipeline(whole, followed, () => {});
}

interface Answered {
  responseCode?: number;
  response?: string;
  command?: string;
}

/** Undefined where the answer means that the mail server has the message. */
function notTaken(
  error: unknown,
  { mail, sending }: { mail: Mail; sending: Pick<Sending, 'isWhole'> },
): MailNotTaken | undefined {
  const { responseCode = 0, response = '', command = '' } = error as Answered;
  if (sending.isWhole && responseCode === 0) return new MailNotTaken('unanswered', reasonOf(error));
  // Before its recipient is named, a refusal is about us: an operator mends it, and the message leaves at a later try.
  const isOfMessage = command === 'RCPT TO' || command === 'DATA';
  if (responseCode < 500 || !isOfMessage) return new MailNotTaken('later', reasonOf(error), responseCode);
  if (sending.isWhole && mail.isRepeated && /\bduplicate\b/i.test(response)) return undefined;
  return new MailNotTaken('refused', reasonOf(error), responseCode);
}
