// The end of the account: what must be done first, what stays because of the law, and the proof.
import { closeAccount, getSecurity } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useDraft } from '../data/use-draft.ts';
import { useRead, type DataOf } from '../data/use-read.ts';
import { ConfirmFields } from './confirm-fields.tsx';
import { ownerProof } from './owner-proof.ts';
import { noProof, payloadOfWholeProof } from './proof-rules.ts';
import { clearSession, useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast } from '../ui/toast.ts';
import { Text } from '../ui/text.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const security = useRead(getSecurity, {}, { isEnabled: user !== null, freshMs: 0 });
  return (
    <Page title={t('shell.closeAccount')} back="/my-data">
      <div className="flex flex-col gap-3 pt-4">
        <Banner tone="danger" title={t('security.closeTitle')}>
          {t('security.closeText')}
        </Banner>
        <Text as="p" tone="secondary">
          {t('security.closeFirst')} <TextLink to="/assets">{t('security.toAssets')}</TextLink>
        </Text>
        <Text as="p" tone="secondary">
          {t('security.closeKept')}
        </Text>
      </div>
      <Loaded read={security} skeleton={<SkeletonList rows={3} />}>
        {(found) => <CloseForm security={found} />}
      </Loaded>
    </Page>
  );
}

function CloseForm({ security }: { security: DataOf<typeof getSecurity> }): ReactNode {
  const t = useT();
  const [isDone, setDone] = useState(false);
  const proof = ownerProof('close-account', security);
  const form = useDraft({
    first: noProof,
    judge: proof.faults,
    call: closeAccount,
    payloadOf: payloadOfWholeProof,
    ...proof.refusals,
    onDone() {
      setDone(true);
      toast.notice(t('security.closed'));
      clearSession('out');
    },
  });
  return (
    <Form className="gap-4 pt-4" {...form.form}>
      <ConfirmFields form={form} proof={proof} />
      <Button type="submit" look="danger" isWide isBusy={form.isSending || isDone}>
        {t('security.closeNow')}
      </Button>
    </Form>
  );
}
