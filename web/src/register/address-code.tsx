// The code of a form that proves an address: sent to it, shown where the demo keeps its mail, and gone on from.
import { useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Draft } from '../data/use-draft.ts';
import { useMode } from '../device/mode.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { CodeField } from './code-field.tsx';
import { fieldOf, recipientOf, type RegisterFields } from './register-rules.ts';
import { nextCodeAt } from './sent-code.ts';
import type { SendCode } from './use-send-code.ts';

const OutboxHint = lazyPart(async () => (await import('./outbox-hint.tsx')).OutboxHint);

export interface AddressCodeProps {
  form: Draft<RegisterFields>;
  code: SendCode;
  /** Said once it is on its way to the address that is typed. */
  sentText: (recipient: string) => string;
  /** The field after it. */
  next: RefObject<HTMLInputElement | null>;
}

export function AddressCode({ form, code, sentText, next }: AddressCodeProps): ReactNode {
  const isDemo = useMode() === 'demo';
  const field = useRef<HTMLInputElement>(null);
  const { channel } = form.fields;
  const recipient = recipientOf(form.fields);
  const wasSent = code.sent !== undefined && code.sent.recipient === recipient;

  async function send(): Promise<void> {
    if (form.check(channel)) return;
    form.set({ code: '' });
    const failure = await code.ask(channel, recipient);
    if (failure) form.check(fieldOf(failure.code, channel) ?? 'code', failure);
    else field.current?.focus();
  }

  return (
    <>
      <CodeField
        field={{ ...form.field('code'), ref: field }}
        hint={wasSent ? sentText(recipient) : undefined}
        nextAt={nextCodeAt(code.sent, recipient)}
        isAgain={wasSent}
        isSending={code.isSending}
        onSend={() => void send()}
      />
      {isDemo && wasSent && (
        <OutboxHint
          recipient={recipient}
          sentAt={code.sent!.at}
          onUse={form.field('code').onChange}
          focusNext={() => next.current}
        />
      )}
    </>
  );
}
