import { unsubscribeMail } from '@candor/wire';
import { MailCheck, MailX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSend } from '../data/use-send.ts';
import { useT } from '../text/texts.ts';
import { navigate, useAddress } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';
import { TextLink } from '../ui/text-link.tsx';

/** Where the link in a mail leads: nothing is done before the button is pressed, as programs open links too. */
export function Screen(): ReactNode {
  const t = useT();
  const { search, state } = useAddress();
  const token = new URLSearchParams(search).get('token') ?? '';
  const isDone = (state as { isDone?: boolean } | null)?.isDone === true;
  const end = useSend(unsubscribeMail);

  async function confirm(): Promise<void> {
    const outcome = await end.send({ token, 'List-Unsubscribe': 'One-Click' });
    if (outcome?.ok) navigate('/unsubscribe', { replace: true, state: { isDone: true } });
  }

  return (
    <Page title={t('shell.unsubscribe')} back="/home">
      {isDone ? (
        <EmptyState
          icon={MailCheck}
          title={t('notifications.endedTitle')}
          note={t('notifications.endedText')}
          action={<TextLink to="/notifications/settings">{t('notifications.settings')}</TextLink>}
        />
      ) : (
        <EmptyState
          icon={MailX}
          title={t('notifications.endTitle')}
          note={t('notifications.endText')}
          action={
            <Button isBusy={end.isSending} onPress={() => void confirm()}>
              {t('notifications.end')}
            </Button>
          }
        />
      )}
    </Page>
  );
}
