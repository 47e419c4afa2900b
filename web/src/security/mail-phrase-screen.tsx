import { getSecurity, mailPhraseLength, setMailPhrase } from '@candor/wire';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useDraft } from '../data/use-draft.ts';
import { useRead } from '../data/use-read.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { navigate } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { Text } from '../ui/text.tsx';
import { toast } from '../ui/toast.ts';
import { ConfirmFields } from './confirm-fields.tsx';
import { ownerProof } from './owner-proof.ts';
import { noProof, payloadOfProof } from './proof-rules.ts';
import type { SecondFactors } from './proof-rules.ts';
import { phraseFaults } from './security-rules.ts';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const security = useRead(getSecurity, {}, { isEnabled: user !== null, freshMs: 0 });
  return (
    <Page title={t('shell.mailPhrase')} back="/security">
      <Text as="p" tone="secondary" className="pt-4">
        {t('security.phraseIntro')}
      </Text>
      <Loaded read={security} skeleton={<SkeletonList rows={3} />}>
        {(found) => <Phrase security={found} />}
      </Loaded>
    </Page>
  );
}

function Phrase({ security }: { security: SecondFactors }): ReactNode {
  const t = useT();
  const proof = ownerProof('mail-phrase', security);
  const form = useDraft({
    first: { ...noProof, phrase: '' },
    judge: ({ phrase, ...typed }) => ({ ...proof.faults(typed), ...phraseFaults(phrase) }),
    call: setMailPhrase,
    changes: [getSecurity],
    payloadOf: ({ phrase, ...typed }) => ({ ...payloadOfProof(typed), phrase: phrase.trim() }),
    ...proof.refusals,
    onDone() {
      toast.success(t('security.phraseSaved'));
      navigate('/security', { replace: true });
    },
  });
  return (
    <Form className="gap-4 pt-4" {...form.form}>
      <Field
        label={t('security.phrase')}
        hint={t('security.phraseHint', mailPhraseLength)}
        autoComplete="off"
        enterKeyHint="next"
        {...form.field('phrase')}
      />
      <ConfirmFields form={form} proof={proof} />
      <Button type="submit" isWide isBusy={form.isSending}>
        {t('security.phraseSave')}
      </Button>
    </Form>
  );
}
