// Price alerts: what they told, what waits, and how the person is told.
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { Page } from '../ui/page.tsx';
import { Heading } from '../ui/text.tsx';
import { AlertChannels } from './alert-channels.tsx';
import { AlertList } from './alert-list.tsx';
import { MessageList } from './message-list.tsx';

export function Screen(): ReactNode {
  const t = useT();
  return (
    <Page title={t('shell.alerts')} back="/personal">
      <section aria-label={t('alerts.yours')} className="mt-2">
        <Heading>{t('alerts.yours')}</Heading>
        <AlertList />
      </section>
      <section aria-label={t('alerts.messages')} className="mt-4">
        <Heading>{t('alerts.messages')}</Heading>
        <MessageList />
      </section>
      <section aria-label={t('alerts.channels')} className="mt-4">
        <Heading>{t('alerts.channels')}</Heading>
        <AlertChannels />
      </section>
    </Page>
  );
}
