import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { JoinButtons } from '../session/join-buttons.tsx';
import { useMode } from '../device/mode.ts';
import { useUser } from '../session/session.ts';
import { useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, SkeletonList } from '../ui/states.tsx';
import { Text } from '../ui/text.tsx';
import { ExperienceCard, VerifyCard } from './account-cards.tsx';
import { FaucetCard } from './faucet-card.tsx';
import { OutboxList } from './outbox-list.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const mode = useMode();
  const user = useUser();
  return (
    <Page title={t('shell.menuDemo')} back="/home">
      {mode === 'unknown' && <SkeletonList rows={4} />}
      {mode === 'production' && <EmptyState icon={FlaskConical} title={t('refusals.demo-only')} className="my-auto" />}
      {mode === 'demo' && (
        <div className="flex flex-col gap-3 pt-3">
          <Banner tone="warn" title={t('demo.noticeTitle')}>
            {t('demo.noticeText')}
          </Banner>
          {user === null ? (
            <LogInFirst />
          ) : (
            <>
              <FaucetCard />
              <VerifyCard />
              <ExperienceCard />
            </>
          )}
          <OutboxList />
        </div>
      )}
    </Page>
  );
}

function LogInFirst(): ReactNode {
  const t = useT();
  return (
    <Card className="flex flex-col gap-3">
      <Text>{t('demo.logInFirst')}</Text>
      <JoinButtons wanted="/demo" />
    </Card>
  );
}
