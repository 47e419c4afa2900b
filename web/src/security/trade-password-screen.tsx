import { getSecurity, updateUser } from '@candor/wire';
import type { ReactNode } from 'react';
import { storeUser, useUser } from '../session/session.ts';
import { Loaded } from '../data/loaded.tsx';
import { useDraft } from '../data/use-draft.ts';
import { asksFactor, isOfFactor, noFactor } from '../data/ask-factor.ts';
import type { FactorFields } from '../data/ask-factor.ts';
import { FactorField } from '../data/factor-field.tsx';
import { useRead } from '../data/use-read.ts';
import { fieldOf, tradePasswordFaults } from '../personal/password-rules.ts';
import type { PasswordFields } from '../personal/password-rules.ts';
import { useT } from '../text/texts.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { TradePassword } from '../ui/passcode.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import { Text } from '../ui/text.tsx';
import { ConfirmFields } from './confirm-fields.tsx';
import { ownerProof } from './owner-proof.ts';
import { noProof } from './proof-rules.ts';
import type { ProofFields, SecondFactors } from './proof-rules.ts';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const hasOne = typeof user?.user_paypass === 'string';
  const security = useRead(getSecurity, {}, { isEnabled: user !== null });
  return (
    <Page title={t('shell.menuTradePassword')} back="/personal">
      <Text as="p" tone="secondary" className="pt-4">
        {t(hasOne ? 'security.tradePasswordChangeNote' : 'security.tradePasswordSetNote')}
      </Text>
      {hasOne ? (
        <Change />
      ) : (
        <Loaded read={security} skeleton={<SkeletonList rows={4} />}>
          {(found) => <First security={found} />}
        </Loaded>
      )}
    </Page>
  );
}

const blank = { original: '', next: '', confirm: '', ...noFactor };

function Change(): ReactNode {
  const t = useT();
  const user = useUser();
  const form = useDraft({
    first: blank,
    judge: (fields: PasswordFields & FactorFields) => tradePasswordFaults(fields, true),
    call: updateUser,
    payloadOf: ({ original, next, code }) =>
      user && { account_id: user.account_id, user_paypass: next, original, code: code.trim() },
    fieldOf: (code) => (isOfFactor(code) ? 'code' : fieldOf(code)),
    onDone(changed, _sent, set) {
      storeUser(changed);
      set(blank);
      toast.success(t('security.tradePasswordChanged'));
    },
    onRefused: (failure, set) =>
      asksFactor(failure, set) || (fieldOf(failure.code) === 'original' && set({ original: '' })),
  });
  return (
    <Form className="flex-1 gap-5 pt-5" {...form.form}>
      <TradePassword label={t('security.tradeOriginal')} {...form.field('original')} />
      <TradePassword label={t('security.tradeNext')} {...form.field('next')} hint={t('security.tradeHint')} />
      <TradePassword label={t('security.tradeConfirm')} {...form.field('confirm')} />
      {form.fields.asksCode && <FactorField act="trade-password" {...form.field('code')} />}
      <Button type="submit" isWide isBusy={form.isSending}>
        {t('security.tradePasswordSubmit')}
      </Button>
    </Form>
  );
}

type FirstFields = ProofFields & Pick<PasswordFields, 'next' | 'confirm'>;

/** The first one opens what a session does not, so it asks whose account it is. */
function First({ security }: { security: SecondFactors }): ReactNode {
  const t = useT();
  const user = useUser();
  const proof = ownerProof('first-trade-password', security);
  const form = useDraft({
    first: { next: '', confirm: '', ...noProof },
    judge({ next, confirm, ...typed }: FirstFields) {
      const { original: _, ...faults } = tradePasswordFaults({ original: '', next, confirm }, false);
      return { ...faults, ...proof.faults(typed) };
    },
    call: updateUser,
    changes: [getSecurity],
    payloadOf: ({ next, password, code }) =>
      user && { account_id: user.account_id, user_paypass: next, original: password, code: code.trim() },
    ...proof.refusals,
    fieldOf: (code) => proof.refusals.fieldOf(code) ?? (fieldOf(code) === 'next' ? 'next' : undefined),
    onDone(changed) {
      storeUser(changed);
      toast.success(t('security.tradePasswordSet'));
    },
  });
  return (
    <Form className="flex-1 gap-5 pt-5" {...form.form}>
      <TradePassword label={t('security.tradeNext')} {...form.field('next')} hint={t('security.tradeHint')} />
      <TradePassword label={t('security.tradeConfirm')} {...form.field('confirm')} />
      <ConfirmFields form={form} proof={proof} />
      <Button type="submit" isWide isBusy={form.isSending}>
        {t('security.tradePasswordSubmitFirst')}
      </Button>
    </Form>
  );
}
