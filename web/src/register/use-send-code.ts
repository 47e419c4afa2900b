// Asks for a code and remembers when: the server waits a minute between two, and so does the button.
import { sendEmailCode, sendSms } from '@candor/wire';
import type { Failure, Outcome } from '@candor/wire';
import { useState } from 'react';
import { useSend } from '../session/use-send.ts';
import { useLanguage } from '../text/texts.ts';
import type { Channel } from './register-rules.ts';
import { keepSentCode, readSentCode, sentFromWait } from './sent-code.ts';
import type { SentCode } from './sent-code.ts';

export interface SendCode {
  sent: SentCode | undefined;
  isSending: boolean;
  /** Undefined when it was sent, or when one is under way. */
  ask(channel: Channel, recipient: string): Promise<Failure | undefined>;
  forget(): void;
}

export function useSendCode(): SendCode {
  const language = useLanguage();
  const [sent, setSent] = useState(readSentCode);
  const email = useSend(sendEmailCode, { shows: () => true });
  const sms = useSend(sendSms, { shows: () => true });

  function note(next: SentCode | undefined): void {
    keepSentCode(next);
    setSent(next);
  }

  async function ask(channel: Channel, recipient: string): Promise<Failure | undefined> {
    const outcome: Outcome<unknown> | undefined =
      channel === 'email'
        ? await email.send({ email: recipient, language })
        : await sms.send({ mobile: recipient, source: 1, language });
    if (outcome === undefined) return undefined;
    if (outcome.ok) {
      note({ channel, recipient, at: Date.now() });
      return undefined;
    }
    if (outcome.code === 'code-too-soon') {
      const seconds = parseInt(outcome.facts['seconds'] ?? '60', 10);
      note({ channel, recipient, at: sentFromWait(seconds, Date.now()) });
    }
    return outcome;
  }

  return { sent, isSending: email.isSending || sms.isSending, ask, forget: () => note(undefined) };
}
