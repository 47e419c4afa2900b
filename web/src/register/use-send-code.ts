// Asks for a code and remembers when: the server waits a minute between two, and so does the button.
import { sendEmailCode, sendResetCode, sendSms } from '@candor/wire';
import type { Failure, Outcome } from '@candor/wire';
import { useState } from 'react';
import { useSend } from '../data/use-send.ts';
import { serverNow } from '../device/server-clock.ts';
import { useLanguage } from '../text/texts.ts';
import type { Channel } from './register-rules.ts';
import { keepSentCode, readSentCode, sentFromWait } from './sent-code.ts';
import type { CodeUse, SentCode } from './sent-code.ts';

export interface SendCode {
  sent: SentCode | undefined;
  isSending: boolean;
  /** Undefined when it was sent, or when one is under way. */
  ask(channel: Channel, recipient: string): Promise<Failure | undefined>;
  forget(): void;
}

export function useSendCode(use: CodeUse): SendCode {
  const language = useLanguage();
  const [sent, setSent] = useState(() => readSentCode(use));
  const email = useSend(sendEmailCode, { shows: () => true });
  const sms = useSend(sendSms, { shows: () => true });
  const reset = useSend(sendResetCode, { shows: () => true });

  function note(next: SentCode | undefined): void {
    keepSentCode(use, next);
    setSent(next);
  }

  const send = (channel: Channel, recipient: string) => {
    if (use === 'reset') return reset.send({ account: recipient, language });
    return channel === 'email'
      ? email.send({ email: recipient, language })
      : sms.send({ mobile: recipient, source: 1, language });
  };

  async function ask(channel: Channel, recipient: string): Promise<Failure | undefined> {
    const outcome: Outcome<unknown> | undefined = await send(channel, recipient);
    if (outcome === undefined) return undefined;
    if (outcome.ok) {
      note({ channel, recipient, at: serverNow() });
      return undefined;
    }
    if (outcome.code === 'code-too-soon') {
      const seconds = parseInt(outcome.facts['seconds'] ?? '60', 10);
      note({ channel, recipient, at: sentFromWait(seconds, serverNow()) });
    }
    return outcome;
  }

  return { sent, isSending: email.isSending || sms.isSending || reset.isSending, ask, forget: () => note(undefined) };
}
