// Every version of a setting, the newest first: what changed, who asked for it, and since when it is in force.
import type { SettingHistory as History } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import type { BadgeTone } from '@candor/web/ui/badge.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import type { ReactNode } from 'react';
import { At } from '../queue/ago.tsx';
import { useT } from '../text/texts.ts';
import { useFieldName, useValueText } from './setting-words.tsx';

type Version = History['versions'][number];

const tones: Readonly<Record<Version['state'], BadgeTone | undefined>> = { 'in-force': 'good', coming: 'warn', over: undefined, never: undefined }; // oxfmt-ignore

export function SettingHistory({ versions }: { versions: readonly Version[] }): ReactNode {
  const t = useT();
  return (
    <Table
      label={t('settings.history')}
      rows={versions}
      keyOf={({ id, version }) => `${id}/${version}`}
      columns={[
        { key: 'version', label: t('settings.version'), cell: ({ version }) => version },
        { key: 'state', label: t('acts.state'), cell: ({ state }) => <Badge tone={tones[state]}>{t(`settings.state_${state}`)}</Badge> }, // oxfmt-ignore
        { key: 'from', label: t('settings.since'), cell: (row) => <At at={row.in_force_from} /> },
        { key: 'who', label: t('settings.by'), cell: (row) => row.proposed_by === null ? t('settings.program') : `${row.proposed_by}, ${row.approved_by ?? ''}` }, // oxfmt-ignore
        { key: 'changes', label: t('settings.changes'), cell: ({ changes }) => <Changes changes={changes} /> },
      ]}
    />
  );
}

function Changes({ changes }: Pick<Version, 'changes'>): ReactNode {
  const [nameOf, textOf] = [useFieldName(), useValueText()];
  return (
    <ul>
      {changes.map(({ field, before, after }) => (
        <li key={field}>{`${nameOf(field)}: ${textOf(before)} → ${textOf(after)}`}</li>
      ))}
    </ul>
  );
}
