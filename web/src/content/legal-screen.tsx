// The legal texts, each with its version, its date and what changed; `?part=` chooses one, `&version=` one of before.
import { legalTexts } from '@candor/wire';
import type { ContentDocument, LegalText } from '@candor/wire';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { navigate, useAddress } from '../ui/address.ts';
import { Banner } from '../ui/banner.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Heading } from '../ui/text.tsx';
import { DocumentView, useDocument } from './document-view.tsx';

export function Screen(): ReactNode {
  const t = useT();
  const asked = new URLSearchParams(useAddress().search);
  const part = legalTexts.find((one) => one === asked.get('part')) ?? 'terms';
  const version = /^[1-9]\d{0,5}$/.exec(asked.get('version') ?? '')?.[0] ?? '';
  return (
    <Page
      title={t('shell.menuLegal')}
      back="/home"
      actions={<IconButton icon={Printer} label={t('content.print')} onPress={() => print()} />}
    >
      <Tabs
        label={t('content.legalTexts')}
        tabs={legalTexts.map((value) => ({ value, label: t(`content.legal_${value}`) }))}
        value={part}
        onChange={(value) => navigate(`?part=${value}`, { replace: true })}
      >
        <LegalDocument part={part} version={version} />
      </Tabs>
    </Page>
  );
}

function LegalDocument({ part, version }: { part: LegalText; version: string }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const lineOf = (document: ContentDocument): string => {
    const now = document.versions.find((each) => each.version === document.version);
    const date = formats.date(now?.released_at ?? document.published_at);
    return t('content.versionOf', { version: document.version, date });
  };
  return (
    <DocumentView read={useDocument('legal', part, version)} back="/legal" lineOf={lineOf}>
      {(document) => <Versions part={part} document={document} />}
    </DocumentView>
  );
}

function Versions({ part, document }: { part: LegalText; document: ContentDocument }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const isOld = document.version !== document.versions[0]?.version;
  return (
    <section>
      {isOld && <Banner tone="warn">{t('content.oldVersion')}</Banner>}
      <Heading>{t('content.whatChanged')}</Heading>
      <List isCard label={t('content.whatChanged')}>
        {document.versions.map(({ version, released_at: releasedAt, changes }) => (
          <Row
            key={version}
            to={`/legal?part=${part}&version=${version}`}
            title={t('content.versionOf', { version, date: formats.date(releasedAt) })}
            note={changes === '' ? t('content.firstVersion') : changes}
          />
        ))}
      </List>
    </section>
  );
}
