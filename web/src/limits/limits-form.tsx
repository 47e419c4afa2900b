import { changePersonalLimits, queryPersonalLimits, type PersonalLimits } from '@candor/wire';
import type { ReactNode } from 'react';
import { useDraft } from '../data/use-draft.ts';
import { useT } from '../text/texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Heading, Note } from '../ui/text.tsx';
import { toast } from '../ui/toast.ts';
import { isSame, limitFaults, limitNames, typedOf } from './limit-rules.ts';

export function LimitsForm({ found, accountId }: { found: PersonalLimits; accountId: string }): ReactNode {
  const t = useT();
  const before = typedOf(found);
  const form = useDraft({
    first: before,
    // Limits that have changed meanwhile are not set back by what was typed over the old ones.
    keptAs: { name: `limits ${Object.values(before).join(' ')}`, fields: limitNames },
    judge: limitFaults,
    call: changePersonalLimits,
    changes: [queryPersonalLimits],
    payloadOf: (typed) => ({
      account_id: accountId,
      ...typed,
      reminder_minutes: found.reminder_minutes,
    }),
    onDone: ({ next }) => toast.success(t(next ? 'limits.savedNext' : 'limits.saved')),
  });
  return (
    <section>
      <Heading>{t('limits.set')}</Heading>
      <Form className="gap-3" {...form.form}>
        {limitNames.map((name) => (
          <AmountField
            key={name}
            label={t(`limits.${name}`)}
            coin="USDT"
            hint={form.fields[name] === '' ? t('limits.none') : undefined}
            {...form.field(name)}
          />
        ))}
        <Note>{t('limits.rule')}</Note>
        <Button type="submit" isWide isBusy={form.isSending} isDisabled={isSame(form.fields, before)}>
          {t('limits.save')}
        </Button>
      </Form>
    </section>
  );
}
