// Price alerts: what they told, what waits, and how the person is told.
import type { ReactNode } from 'react';
import { useAlertMessages, useAlerts } from '../session/alerts.ts';
import { useRefusalWords } from '../session/refusal-words.ts';
import { useText } from '../text/texts.ts';
import { Page } from '../ui/page.tsx';
import { ErrorState, SkeletonList } from '../ui/states.tsx';
import { Heading } from '../ui/words.tsx';
import { AlertChannels } from './alert-channels.tsx';
import { AlertList } from './alert-list.tsx';
import { MessageList } from './message-list.tsx';

export function Screen(): ReactNode {
  const t = useText();
  return (
    <Page title={t('shell.alerts')} back="/personal">
      <section aria-label={t('alerts.yours')} className="mt-2">
        <Heading>{t('alerts.yours')}</Heading>
        <Alerts />
      </section>
      <section aria-label={t('alerts.messages')} className="mt-4">
        <Heading>{t('alerts.messages')}</Heading>
        <Messages />
      </section>
      <section aria-label={t('alerts.channels')} className="mt-4">
        <Heading>{t('alerts.channels')}</Heading>
        <AlertChannels />
      </section>
    </Page>
  );
}

function Alerts(): ReactNode {
  const words = useRefusalWords();
  const alerts = useAlerts();
  if (alerts.data) return <AlertList alerts={alerts.data.RESULT_LIST} />;
  if (!alerts.isError) return <SkeletonList rows={3} />;
  return (
    <ErrorState
      title={words(alerts.error.failure)}
      onRetry={() => void alerts.refetch()}
      isRetrying={alerts.isFetching}
    />
  );
}

function Messages(): ReactNode {
  const words = useRefusalWords();
  const messages = useAlertMessages();
  if (messages.data) return <MessageList messages={messages.data} />;
  if (!messages.isError) return <SkeletonList rows={2} />;
  return (
    <ErrorState
      title={words(messages.error.failure)}
      onRetry={() => void messages.refetch()}
      isRetrying={messages.isFetching}
    />
  );
}
