// SMS through a webhook of our own gateway: a signed POST, so that the gateway accepts texts from this server only.
import { createHmac } from 'node:crypto';
import type { Uuid } from '@candor/wire';
import { answerPatience } from './answer-patience.ts';
import type { Clock } from './clock.ts';

export interface Sms {
  /** `+` and digits. */
  to: string;
  kind: string;
  text: string;
  /** The code in the text, for the demo outbox. */
  code?: string;
}

export interface SmsSender {
  /** Resolves when the gateway has taken the message over; rejects otherwise. */
  send(sms: Sms): Promise<void>;
}

interface SmsWebhookOptions {
  url: string;
  key: Buffer;
  clock: Clock;
  newId: () => Uuid;
  /** How long an answer is waited for: usually 5 s. */
  patience?: () => AbortSignal;
}

/**
 * POSTs `{message_id, to, text, kind}` as JSON. X-Candor-Signature is the hex HMAC-SHA256 over X-Candor-Timestamp (ms),
 * a dot and the body. Tried twice with the same message_id, by which the gateway knows a repetition.
 */
export function smsWebhook({ url, key, clock, newId, patience = answerPatience }: SmsWebhookOptions): SmsSender {
  const post = async (body: string): Promise<Response> => {
    const timestamp = String(clock.now());
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-candor-timestamp': timestamp,
        'x-candor-signature': createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex'),
      },
      body,
      redirect: 'error',
      signal: patience(),
    });
    await response.body?.cancel();
    return response;
  };
  return {
    async send({ to, text, kind }) {
      const body = JSON.stringify({ message_id: newId(), to, text, kind });
      // A refusal of the gateway (4xx) is final; silence and its own failures are worth a second try.
      const first = await post(body).catch(() => undefined);
      const response = first && first.status < 500 ? first : await post(body);
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`);
    },
  };
}
