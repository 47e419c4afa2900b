// What reaches the person besides the app, kind by kind, and when nothing does.
import { changeNoticeSwitch, noticeCategories, noticeChannels, queryNoticeSettings } from '@candor/wire';
import type { NoticeChannel, NoticeSettings } from '@candor/wire';
import type { ReactNode } from 'react';
import { useUser } from '../session/session.ts';
import { cachedAnswer } from '../data/cached-list.ts';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import { useSend } from '../data/use-send.ts';
import { useLanguage, useT } from '../text/texts.ts';
import { Card, Divider } from '../ui/card.tsx';
import { CheckChips } from '../ui/choices.tsx';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { Heading, Text } from '../ui/text.tsx';
import { QuietHours } from './quiet-hours.tsx';

type Kind = NoticeSettings['kinds'][number];

export function Screen(): ReactNode {
  const [t, language] = [useT(), useLanguage()];
  const settings = useRead(queryNoticeSettings, { language }, { isEnabled: useUser() !== null });
  return (
    <Page title={t('notifications.settings')} back="/notifications">
      <Text as="p" tone="secondary" className="pt-3">
        {t('notifications.settingsNote')}
      </Text>
      <List isCard className="mt-3" label={t('notifications.device')}>
        <Row to="/alerts" title={t('notifications.device')} note={t('notifications.deviceNote')} />
      </List>
      <Loaded read={settings} skeleton={<SkeletonList rows={6} />}>
        {({ kinds, quiet_hours: hours, can_mail: canMail }) => (
          <>
            {noticeCategories
              .map((category) => ({ category, own: kinds.filter((kind) => kind.category === category) }))
              .filter(({ own }) => own.length > 0)
              .map(({ category, own }) => (
                <section key={category} className="mt-4">
                  <Heading>{t(`notifications.category_${category}`)}</Heading>
                  <Card label={t(`notifications.category_${category}`)}>
                    {own.map((kind, place) => (
                      <div key={kind.kind}>
                        {place > 0 && <Divider />}
                        <KindChoice kind={kind} canMail={canMail} />
                      </div>
                    ))}
                  </Card>
                </section>
              ))}
            <QuietHours hours={hours} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function KindChoice({ kind, canMail }: { kind: Kind; canMail: boolean }): ReactNode {
  const [t, language] = [useT(), useLanguage()];
  const change = useSend(changeNoticeSwitch, { changes: [cachedAnswer(queryNoticeSettings, { language })] });
  const isChoice = (channel: NoticeChannel): boolean =>
    (kind[channel] === 'on' || kind[channel] === 'off') && (channel === 'push' || canMail);
  const values = noticeChannels.filter((channel) => kind[channel] === 'on');

  function set(next: readonly NoticeChannel[]): void {
    const changed = noticeChannels.find((channel) => values.includes(channel) !== next.includes(channel));
    if (changed === undefined) return;
    void change.send({ kind: kind.kind, channel: changed, wanted: next.includes(changed) ? 'on' : 'off', language });
  }

  return (
    <div className="flex flex-col gap-2 py-3">
      <Text weight="medium">{kind.name}</Text>
      <CheckChips
        label={kind.name}
        choices={noticeChannels.filter(isChoice).map((value) => ({ value, label: t(`notifications.by_${value}`) }))}
        values={values}
        onChange={set}
      />
      {kind.mail === 'always' && (
        <Text as="p" size="small" tone="faint">
          {t('notifications.always')}
        </Text>
      )}
    </div>
  );
}
