// Certification: how far it is, and the form where something is to be handed in.
import { getAuthentication, type Authentication } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useMode } from '../device/mode.ts';
import { useUser } from '../session/session.ts';
import { wantedPath } from '../session/wanted-path.ts';
import { useFormats, useT } from '../text/texts.ts';
import { useAddress } from '../ui/address.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Fact, Facts } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { DocumentForm } from './document-form.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const read = useRead(getAuthentication, { account_id: user?.account_id ?? '' }, { isEnabled: user !== null });
  return (
    <Page title={t('shell.menuVerification')} back="/personal">
      <Loaded read={read}>{(authentication) => <Certification {...authentication} />}</Loaded>
    </Page>
  );
}

const tones = { 0: 'info', 1: 'info', 2: 'good', 3: 'warn' } as const;

function Certification(authentication: Authentication): ReactNode {
  const t = useT();
  const [isAgain, setAgain] = useState(false);
  const { status, latest, age_min: age } = authentication;
  const isOpen = status === '0' || (status === '3' && isAgain);
  return (
    <div className="flex flex-col gap-4 pt-3">
      <Banner tone={tones[status]} title={t(`identity.title_${status}`)}>
        {status === '3' && latest?.reason
          ? t(`identity.reason_${latest.reason}`)
          : t(`identity.text_${status}`, { age })}
      </Banner>
      {latest !== null && !isOpen && <HandedIn {...latest} />}
      {status === '3' && !isAgain && (
        <Button isWide onPress={() => setAgain(true)}>
          {t('identity.tryAgain')}
        </Button>
      )}
      {status === '0' && <DemoHint />}
      {isOpen && <DocumentForm key={latest?.authentication_id ?? ''} {...authentication} />}
      {!isOpen && <WayBack />}
    </div>
  );
}

function HandedIn(latest: NonNullable<Authentication['latest']>): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const at = latest.decided_at;
  return (
    <Card>
      <Facts>
        <Fact label={t('identity.kind')}>{t(`identity.kind_${latest.document_kind}`)}</Fact>
        <Fact label={t('identity.number')}>
          <bdi dir="ltr">{latest.document_number}</bdi>
        </Fact>
        <Fact label={t('identity.submittedAt')}>{formats.date(latest.submitted_at)}</Fact>
        {at !== null && <Fact label={t('identity.decidedAt')}>{formats.date(at)}</Fact>}
      </Facts>
    </Card>
  );
}

/** A newcomer to the demo needs no document. */
function DemoHint(): ReactNode {
  const t = useT();
  if (useMode() !== 'demo') return null;
  return (
    <Card look="warn" className="flex flex-wrap items-center justify-between gap-3">
      <span className="min-w-40 flex-1">{t('identity.demo')}</span>
      <Button look="secondary" isSmall to="/demo">
        {t('identity.demoTools')}
      </Button>
    </Card>
  );
}

/** To where one was asked for it. */
function WayBack(): ReactNode {
  const t = useT();
  const wanted = wantedPath(useAddress().search);
  if (wanted === '/') return null;
  return (
    <Button look="secondary" isWide to={wanted}>
      {t('identity.wayBack')}
    </Button>
  );
}
