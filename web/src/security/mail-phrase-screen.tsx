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
import { ProofFieldSet } from './proof-fields.tsx';
import { noProof, payloadOfProof, phraseFaults, proofFieldOf } from './security-rules.ts';
import type { SecondFactors } from './security-rules.ts';

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
  const form = useDraft({
    first: { ...noProof, phrase: '' },
    judge: phraseFaults,
    call: setMailPhrase,
    changes: [getSecurity],
    payloadOf: ({ phrase, ...proof }) => ({ ...payloadOfProof(proof), phrase: phrase.trim() }),
    fieldOf: proofFieldOf,
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
      <ProofFieldSet form={form} act="mail-phrase" security={security} />
      <Button type="submit" isWide isBusy={form.isSending}>
        {t('security.phraseSave')}
      </Button>
    </Form>
  );
}
