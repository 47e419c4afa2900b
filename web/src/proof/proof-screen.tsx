// What concerns everybody, in a log whose past can't be changed without showing; and whether it is still the log of before.
import { getLogCheckpoint, getLogEntries } from '@candor/wire';
import { ShieldCheck, ShieldX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton, SkeletonList } from '../ui/states.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Heading, Text } from '../ui/text.tsx';
import { Raw, Verdict } from '../ui/verdict.tsx';
import { entryText } from './log-entry-text.ts';
import { contradiction, useLogFinding } from './log-state.ts';

const pageEntries = 30;

export function Screen(): ReactNode {
  const t = useT();
  const checkpoint = useRead(getLogCheckpoint, {}, { freshMs: 0 });
  // How long the log is; its newest pages follow from that.
  const entries = useRead(getLogEntries, { from: 0, to: 0 });
  const [pages, setPages] = useState(1);
  return (
    <Page title={t('shell.menuProof')} back="/personal">
      <Text as="p" size="small" tone="secondary" className="py-3">
        {t('proof.intro')}
      </Text>
      <LogVerdict />
      <div className="flex flex-wrap gap-x-5">
        <TextLink to="/proof/results" size="small">
          {t('proof.results')}
        </TextLink>
        <TextLink to="/proof/changes" size="small">
          {t('proof.changes')}
        </TextLink>
        <TextLink to="/verify" size="small">
          {t('receipts.fileTitle')}
        </TextLink>
      </div>
      <Loaded read={checkpoint} skeleton={<Skeleton className="mt-3 h-18 w-full" />}>
        {({ checkpoint: note }) => <Checkpoint note={note} />}
      </Loaded>
      <Heading className="mt-3">{t('proof.entries')}</Heading>
      <Loaded read={entries} skeleton={<SkeletonList rows={6} />}>
        {({ size }) => (
          <>
            {Array.from({ length: pages }, (_, page) => (
              <Entries key={page} to={size - page * pageEntries} />
            ))}
            {size > pages * pageEntries && (
              <Button look="secondary" isWide className="mt-4" onPress={() => setPages(pages + 1)}>
                {t('ui.more')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Looked at anew each time: the page is here for that. */
function LogVerdict(): ReactNode {
  const t = useT();
  const finding = useLogFinding((state) => state.finding);
  useEffect(() => void import('./watch-log.ts').then(({ watchLog }) => watchLog()), []);
  return (
    <div aria-live="polite">
      {finding === 'unchecked' && <Skeleton className="h-18 w-full" />}
      {finding === 'unable' && <Banner tone="warn" title={t('corrections.unable')} />}
      {finding === 'sound' && (
        <Card look="good">
          <Verdict icon={ShieldCheck} tone="good" title={t('corrections.sound')} note={t('proof.checkpoint')} />
        </Card>
      )}
      {finding === 'contradiction' && (
        <Card look="danger">
          <Verdict icon={ShieldX} tone="danger" title={t('shell.logRewritten')} note={t('proof.checkpoint')} />
          <Raw>{contradiction()}</Raw>
        </Card>
      )}
    </div>
  );
}

function Checkpoint({ note }: { note: string }): ReactNode {
  const t = useT();
  const command = `npx --no candor-verify --log ${location.origin}`;
  return (
    <Card className="mt-3" label={t('proof.checkpoint')}>
      <div className="flex items-center justify-between gap-2">
        <Text weight="strong">{t('proof.checkpoint')}</Text>
        <CopyButton text={note} label={t('proof.checkpoint')} />
      </div>
      <Raw>{note}</Raw>
      <div className="mt-2 flex items-center justify-between gap-2">
        <Raw>{command}</Raw>
        <CopyButton text={command} label={command} />
      </div>
    </Card>
  );
}

function Entries({ to }: { to: number }): ReactNode {
  const t = useT();
  const formats = useFormats();
  const amountText = (amount: string): string => formats.decimal(amount, { min: 0, max: 8 });
  const page = useRead(getLogEntries, { from: Math.max(0, to - pageEntries), to }, { freshMs: Infinity });
  return (
    <Loaded read={page} skeleton={<SkeletonList rows={6} />}>
      {({ leaves }) => (
        <List label={t('proof.entries')}>
          {leaves
            .toReversed()
            .flatMap((leaf) => entryText(leaf, amountText) ?? [])
            .map(({ seq, at, title, kind, facts }) => (
              <Row
                key={seq}
                title={title ? t(title) : <bdi dir="ltr">{kind}</bdi>}
                note={
                  <bdi dir="ltr" className="figure">
                    {facts}
                  </bdi>
                }
                end={
                  <bdi dir="ltr" className="figure">
                    #{seq}
                  </bdi>
                }
                endNote={formats.dateTime(at)}
              />
            ))}
        </List>
      )}
    </Loaded>
  );
}
