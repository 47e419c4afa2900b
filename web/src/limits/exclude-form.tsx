import { excludeMyself, queryPersonalLimits } from '@candor/wire';
import type { ReactNode } from 'react';
import { isOfLoginPassword } from '../data/passcode-rules.ts';
import { useDraft } from '../data/use-draft.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Chips } from '../ui/choices.tsx';
import { Form } from '../ui/form.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { Heading, Note } from '../ui/text.tsx';
import { toast } from '../ui/toast.ts';

const lengths = ['6', '12', '60'] as const;
type Months = (typeof lengths)[number];

interface Exclusion {
  months: Months;
  password: string;
}

const judge = ({ password }: Exclusion) =>
  password === '' ? { password: { name: 'limits.passwordRequired' as const } } : {};

export function ExcludeForm({ accountId }: { accountId: string }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const form = useDraft({
    first: { months: '6', password: '' } as Exclusion,
    judge,
    call: excludeMyself,
    changes: [queryPersonalLimits],
    payloadOf: ({ months, password }) => ({
      account_id: accountId,
      months: parseInt(months, 10),
      user_password: password,
    }),
    fieldOf: (code) => (isOfLoginPassword(code) ? 'password' : undefined),
    textOf: (code) => (code === 'password-wrong' ? 'limits.passwordWrong' : undefined),
    onDone(_data, _sent, set) {
      set({ password: '' });
      toast.success(t('limits.breakStarted'));
    },
  });
  const { value, onChange } = form.field('months');
  return (
    <section>
      <Heading>{t('limits.excludeTitle')}</Heading>
      <Form className="gap-3" {...form.form}>
        <Chips
          label={t('limits.excludeLength')}
          isEven
          choices={lengths.map((each) => ({ value: each, label: formats.length(parseInt(each, 10), 'month') }))}
          value={value}
          onChange={onChange}
        />
        <Note>{t('limits.excludeText')}</Note>
        <PasswordField
          label={t('limits.password')}
          autoComplete="current-password"
          enterKeyHint="go"
          {...form.field('password')}
        />
        <Button type="submit" look="danger" isWide isBusy={form.isSending}>
          {t('limits.excludeStart')}
        </Button>
      </Form>
    </section>
  );
}
