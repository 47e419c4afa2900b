import { listSessions, revokeSessions } from '@candor/wire';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { serverNow } from '../device/server-clock.ts';
import { useUser } from '../session/session.ts';
import { Loaded } from '../data/loaded.tsx';
import { useRead } from '../data/use-read.ts';
import type { DataOf } from '../data/use-read.ts';
import { useSend } from '../data/use-send.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { SkeletonList } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import { Figure, Heading, Text } from '../ui/text.tsx';
import { deviceName } from './device-name.ts';

type OpenSession = DataOf<typeof listSessions>['RESULT_LIST'][number];

/** For the call that ends sessions: all but this one. */
const others = 'others';

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const sessions = useRead(listSessions, {}, { isEnabled: user !== null, freshMs: 0 });
  const [toEnd, setToEnd] = useState<{ id: string; name: string }>();
  const end = useSend(revokeSessions, { changes: [listSessions] });
  const nameOf = ({ user_agent }: OpenSession): string => {
    const device = deviceName(user_agent);
    return device
      ? t('personal.device', { browser: device.browser, system: device.system })
      : t('personal.deviceUnknown');
  };

  async function confirm(): Promise<void> {
    if (toEnd === undefined) return;
    const outcome = await end.send({ session_id: toEnd.id });
    if (outcome === undefined) return;
    setToEnd(undefined);
    if (outcome.ok) toast.success(t('personal.sessionsEnded', { count: outcome.data.ended }));
  }

  const elsewhere = sessions.data?.RESULT_LIST.filter(({ is_current }) => !is_current) ?? [];
  return (
    <Page title={t('shell.sessions')} back="/personal">
      <Text as="p" tone="secondary" className="pt-4 pb-3">
        {t('personal.sessionsNote')}
      </Text>
      <Loaded read={sessions} skeleton={<SkeletonList rows={3} />}>
        {({ RESULT_LIST: all }) => (
          <>
            <List isCard label={t('personal.thisDevice')}>
              {all
                .filter(({ is_current }) => is_current)
                .map((session) => (
                  <SessionRow key={session.session_id} session={session} name={nameOf(session)} />
                ))}
            </List>
            <Heading className="mt-3">{t('personal.otherDevices')}</Heading>
            {elsewhere.length === 0 ? (
              <Text tone="secondary">{t('personal.noOthers')}</Text>
            ) : (
              <>
                <List isCard label={t('personal.otherDevices')}>
                  {elsewhere.map((session) => (
                    <SessionRow
                      key={session.session_id}
                      session={session}
                      name={nameOf(session)}
                      onEnd={() => setToEnd({ id: session.session_id, name: nameOf(session) })}
                    />
                  ))}
                </List>
                <Button look="secondary" isWide className="mt-4" onPress={() => setToEnd({ id: others, name: '' })}>
                  {t('personal.endOthers')}
                </Button>
              </>
            )}
          </>
        )}
      </Loaded>
      <Dialog
        isOpen={toEnd !== undefined}
        onClose={() => setToEnd(undefined)}
        title={t(toEnd?.id === others ? 'personal.endOthers' : 'personal.endTitle')}
        confirm={t('personal.endConfirm')}
        look="danger"
        isBusy={end.isSending}
        onConfirm={() => void confirm()}
      >
        {toEnd?.id === others
          ? t('personal.endOthersText', { count: elsewhere.length })
          : t('personal.endText', { device: toEnd?.name ?? '' })}
      </Dialog>
    </Page>
  );
}

function SessionRow({ session, name, onEnd }: { session: OpenSession; name: string; onEnd?: () => void }): ReactNode {
  const t = useT();
  const formats = useFormats();
  const isPhone = deviceName(session.user_agent)?.isPhone === true;
  return (
    <Row
      title={name}
      start={<RowIcon icon={isPhone ? Smartphone : Laptop} tone={onEnd ? 'neutral' : 'accent'} />}
      note={
        <span className="flex flex-wrap gap-x-2">
          <Figure>{session.ip}</Figure>
          <span>{t('personal.lastSeen', { when: formats.relative(session.last_seen_at, serverNow()) })}</span>
        </span>
      }
      end={
        onEnd ? (
          <Button look="quiet" isSmall onPress={onEnd} label={t('personal.endOne', { device: name })}>
            {t('personal.end')}
          </Button>
        ) : (
          <Badge tone="good">{t('personal.thisDevice')}</Badge>
        )
      }
    />
  );
}
