import { resetPassword } from '@candor/wire';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useDraft } from '../data/use-draft.ts';
import { withWantedPath } from '../session/wanted-path.ts';
import { useT } from '../text/texts.ts';
import { navigate, useAddress } from '../ui/address.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { toast } from '../ui/toast.ts';
import { Text } from '../ui/text.tsx';
import { AddressCode } from './address-code.tsx';
import { AddressField } from './address-field.tsx';
import { firstFields } from './first-fields.ts';
import { faultsOf, fieldOf, recipientOf } from './register-rules.ts';
import { useSendCode } from './use-send-code.ts';

export function Screen(): ReactNode {
  const t = useT();
  const { search } = useAddress();
  const code = useSendCode('reset');
  const password = useRef<HTMLInputElement>(null);
  const form = useDraft({
    first: () => ({ ...firstFields('reset'), agrees: true }),
    keptAs: { name: 'forgot', fields: ['channel', 'email', 'country', 'areaCode', 'phone'] },
    judge: faultsOf,
    call: resetPassword,
    payloadOf: (fields) => ({
      account: recipientOf(fields),
      code: fields.code.trim(),
      user_password: fields.password,
    }),
    fieldOf: (refused, { channel }) => fieldOf(refused, channel),
    onDone(_data, sent) {
      code.forget();
      toast.success(t('register.resetDone'));
      navigate(withWantedPath('/login', search), { replace: true, state: { account: recipientOf(sent) } });
    },
  });

  return (
    <Page title={t('shell.forgot')} back="/login">
      <Form className="flex-1 gap-4 pt-4" {...form.form}>
        <Text as="p" tone="secondary">
          {t('register.resetIntro')}
        </Text>
        <AddressField form={form} />
        <AddressCode
          form={form}
          code={code}
          sentText={(recipient) => t('register.resetSent', { recipient })}
          next={password}
        />
        <PasswordField
          label={t('register.newPassword')}
          hint={t('register.passwordHint')}
          strengthOf={form.fields.password}
          autoComplete="new-password"
          enterKeyHint="next"
          {...form.field('password')}
          ref={password}
        />
        <PasswordField
          label={t('register.repeatNewPassword')}
          autoComplete="new-password"
          enterKeyHint="go"
          {...form.field('confirm')}
        />
        <Banner tone="warn">{t('register.resetNote')}</Banner>
        <Button type="submit" isWide isBusy={form.isSending}>
          {t('register.resetSubmit')}
        </Button>
      </Form>
    </Page>
  );
}
