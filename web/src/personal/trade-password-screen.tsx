import { updateUser } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useRefusalWords } from '../session/refusal-words.ts';
import { storeUser, useUser } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import { useText } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { Passcode } from '../ui/passcode.tsx';
import { toast } from '../ui/toast.ts';
import { Words } from '../ui/words.tsx';
import { fieldOf, tradePasswordFaults } from './password-rules.ts';
import type { PasswordFields } from './password-rules.ts';

type Messages = Partial<Record<keyof PasswordFields, string>>;
const blank: PasswordFields = { original: '', next: '', confirm: '' };

export function Screen(): ReactNode {
  const t = useText();
  const words = useRefusalWords();
  const user = useUser();
  const hasOne = typeof user?.user_paypass === 'string';
  const change = useSend(updateUser, { shows: () => true });
  const [fields, setFields] = useState(blank);
  const [messages, setMessages] = useState<Messages>({});
  const [refusal, setRefusal] = useState<string>();

  const type = (field: keyof PasswordFields) => (value: string) => {
    setFields((before) => ({ ...before, [field]: value }));
    setMessages((before) => ({ ...before, [field]: undefined }));
  };

  async function submit(): Promise<void> {
    if (user === null) return;
    setRefusal(undefined);
    const faults = Object.entries(tradePasswordFaults(fields, hasOne));
    setMessages(Object.fromEntries(faults.map(([field, { name, values }]) => [field, t(`personal.${name}`, values)])));
    if (faults.length > 0) return;
    const outcome = await change.send({
      account_id: user.account_id,
      user_paypass: fields.next,
      original: hasOne ? fields.original : '',
    });
    if (outcome === undefined) return;
    if (outcome.ok) {
      storeUser(outcome.data);
      setFields(blank);
      toast.success(t(hasOne ? 'personal.tradePasswordChanged' : 'personal.tradePasswordSet'));
      return;
    }
    const field = fieldOf(outcome.code);
    if (field === undefined) setRefusal(words(outcome));
    else setMessages({ [field]: words(outcome) });
    if (field === 'original') setFields((before) => ({ ...before, original: '' }));
  }

  return (
    <Page title={t('shell.menuTradePassword')} back="/personal">
      <Form className="flex-1 gap-5 pt-4" onSubmit={submit}>
        <Words as="p" tone="secondary">
          {t(hasOne ? 'personal.tradePasswordChangeNote' : 'personal.tradePasswordSetNote')}
        </Words>
        {refusal !== undefined && <Banner tone="danger" title={refusal} />}
        {hasOne && (
          <Passcode
            label={t('personal.tradeOriginal')}
            isSecret
            value={fields.original}
            onChange={type('original')}
            error={messages.original}
          />
        )}
        <Passcode
          label={t('personal.tradeNext')}
          isSecret
          value={fields.next}
          onChange={type('next')}
          hint={t('personal.tradeHint')}
          error={messages.next}
        />
        <Passcode
          label={t('personal.tradeConfirm')}
          isSecret
          value={fields.confirm}
          onChange={type('confirm')}
          error={messages.confirm}
        />
        <Button type="submit" isWide isBusy={change.isSending}>
          {t(hasOne ? 'personal.tradePasswordSubmit' : 'personal.tradePasswordSubmitFirst')}
        </Button>
      </Form>
    </Page>
  );
}
