import { freezeByLink } from '@candor/wire';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSend } from '../data/use-send.ts';
import { useT } from '../text/texts.ts';
import { navigate, useAddress } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Where the link of a notice leads: nothing is done before the button is pressed, as programs open links too. */
export function Screen(): ReactNode {
  const t = useT();
  const { search, state } = useAddress();
  const token = new URLSearchParams(search).get('token') ?? '';
  // With the place and not in the page: freezing ends the session, and with it the pages of whoever was logged in.
  const isDone = (state as { isDone?: boolean } | null)?.isDone === true;
  const freeze = useSend(freezeByLink);

  async function confirm(): Promise<void> {
    const outcome = await freeze.send({ token });
    if (outcome?.ok) navigate('/not-me', { replace: true, state: { isDone: true } });
  }

  return (
    <Page title={t('shell.notMe')} back="/home">
      {isDone ? (
        <EmptyState icon={ShieldCheck} title={t('security.frozenTitle')} note={t('security.frozenText')} />
      ) : (
        <EmptyState
          icon={ShieldAlert}
          title={t('security.notMeTitle')}
          note={t('security.notMeText')}
          action={
            <Button look="danger" isBusy={freeze.isSending} onPress={() => void confirm()}>
              {t('security.freezeNow')}
            </Button>
          }
        />
      )}
    </Page>
  );
}
