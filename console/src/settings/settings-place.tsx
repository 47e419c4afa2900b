// Terms, fees and limits of all products: what holds, what is to come, and the way to a new version.
import { getSettingsDesk } from '@candor/wire';
import type { SettingMessage } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Card } from '@candor/web/ui/card.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Heading, Note } from '@candor/web/ui/text.tsx';
import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { At } from '../queue/ago.tsx';
import type { Place } from '../queue/place.ts';
import { Loaded } from '../session/loaded.tsx';
import { useRead } from '../session/use-read.ts';
import type settings from '../text/en/settings.json';
import { useT } from '../text/texts.ts';
import { PlacePage } from '../ui/frame.tsx';
import { SettingScreen } from './setting-screen.tsx';
import { settingNameOf } from './setting-words.tsx';

declare module '../text/keys.ts' {
  interface Areas {
    settings: typeof settings;
  }
}

const everyMs = 10_000;

export const place: Place = {
  name: 'settings',
  title: 'settings.title',
  icon: SlidersHorizontal,
  index: 65,
  screens: [
    { path: '/settings', Screen: SettingsScreen },
    { path: '/settings/:name/:id', Screen: SettingScreen },
  ],
};

function SettingsScreen(): ReactNode {
  const t = useT();
  return (
    <PlacePage title={t('settings.title')}>
      <Note>{t('settings.note')}</Note>
      <Loaded read={useRead(getSettingsDesk, {}, { everyMs })}>
        {({ settings: all }) =>
          [...new Set(all.map(({ name }) => name))].map((name) => (
            <Card key={name} label={t(settingNameOf(name))}>
              <Heading>{t(settingNameOf(name))}</Heading>
              <Versions settings={all.filter((each) => each.name === name)} />
            </Card>
          ))
        }
      </Loaded>
    </PlacePage>
  );
}

function Versions({ settings: rows }: { settings: readonly SettingMessage[] }): ReactNode {
  const t = useT();
  return (
    <Table
      label={t(settingNameOf(rows[0]!.name))}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { key: 'id', label: t('settings.id'), cell: ({ id }) => (id === 'all' ? t('settings.all') : id) },
        { key: 'version', label: t('settings.inForce'), isFigure: true, cell: (row) => row.in_force.version },
        { key: 'from', label: t('settings.since'), cell: (row) => <At at={row.in_force.in_force_from} /> },
        { key: 'coming', label: t('settings.coming'), cell: (row) => row.coming && <Badge tone="warn"><At at={row.coming.in_force_from} /></Badge> }, // oxfmt-ignore
        { key: 'open', label: '', cell: ({ name, id }) => <Button look="secondary" isSmall to={`/settings/${name}/${id}`}>{t('settings.look')}</Button> }, // oxfmt-ignore
      ]}
    />
  );
}
