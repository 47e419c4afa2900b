import { listSecurityEvents } from '@candor/wire';
import { History, Laptop, ShieldAlert, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { cachedList } from '../data/cached-list.ts';
import { PagedList } from '../data/paged-list.tsx';
import { useList } from '../data/use-list.ts';
import type { DataOf } from '../data/use-read.ts';
import { deviceName } from '../personal/device-name.ts';
import { useUser } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { List, Row } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { RowIcon } from '../ui/row-icon.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Figure, Text } from '../ui/text.tsx';

type SecurityEvent = DataOf<typeof listSecurityEvents>['RESULT_LIST'][number];

const events = cachedList<SecurityEvent>(listSecurityEvents, { idOf: ({ event_id }) => event_id });

export function Screen(): ReactNode {
  const t = useT();
  const user = useUser();
  const list = useList(events, {}, { isEnabled: user !== null, freshMs: 0 });
  return (
    <Page title={t('shell.securityHistory')} back="/security">
      <Text as="p" tone="secondary" className="pt-4 pb-3">
        {t('security.historyNote')}
      </Text>
      <PagedList
        list={list}
        empty={<EmptyState icon={History} title={t('security.historyNone')} />}
        render={(items) => (
          <List isCard label={t('shell.securityHistory')}>
            {items.map((event) => (
              <EventRow key={event.event_id} event={event} />
            ))}
          </List>
        )}
      />
    </Page>
  );
}

function EventRow({ event }: { event: SecurityEvent }): ReactNode {
  const t = useT();
  const formats = useFormats();
  const device = deviceName(event.user_agent);
  const isRefused = event.kind === 'login-refused';
  return (
    <Row
      title={t(`security.event_${event.kind}`)}
      start={
        <RowIcon
          icon={isRefused ? ShieldAlert : device?.isPhone === true ? Smartphone : Laptop}
          tone={isRefused ? 'danger' : 'neutral'}
        />
      }
      note={
        <span className="flex flex-wrap gap-x-2">
          <span>
            {device
              ? t('security.device', { browser: device.browser, system: device.system })
              : t('security.deviceUnknown')}
          </span>
          <Figure>{event.ip}</Figure>
          <Figure>{formats.dateTime(event.at)}</Figure>
        </span>
      }
    />
  );
}
