// Each process with its last sign of life.
import type { getHealth } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Figure } from '@candor/web/ui/text.tsx';
import type { ReactNode } from 'react';
import { Ago } from '../queue/ago.tsx';
import type { DataOf } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { TitledCard } from '../ui/titled-card.tsx';

type Processes = DataOf<typeof getHealth>['processes'];

export function ProcessesCard({ processes }: { processes: Processes }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <TitledCard title={t('overview.processes')}>
      <Table
        label={t('overview.processes')}
        rows={processes}
        keyOf={({ host, pid, role, started_at: at }) => `${host}${pid}${role}${at}`}
        columns={[
          { key: 'role', label: t('overview.process'), cell: ({ role, pid }) => `${t(`overview.role_${role}`)} ${pid}` }, // oxfmt-ignore
          { key: 'host', label: t('overview.host'), cell: ({ host }) => host },
          { key: 'state', label: t('overview.state'), cell: (row) => <Badge tone={row.is_silent ? 'danger' : 'good'}>{t(row.is_silent ? 'overview.silent' : 'overview.alive')}</Badge> }, // oxfmt-ignore
          { key: 'seen', label: t('overview.seen'), cell: (row) => <Ago at={row.seen_at} /> },
          { key: 'started', label: t('overview.started'), cell: (row) => <Ago at={row.started_at} /> },
          { key: 'busy', label: t('overview.busy'), isFigure: true, cell: (row) => <Figure>{formats.percent(row.busy, { decimals: 0 })}</Figure> }, // oxfmt-ignore
          { key: 'memory', label: t('overview.memory'), isFigure: true, cell: (row) => <Figure>{formats.whole(row.memory_mb)}</Figure> }, // oxfmt-ignore
        ]}
      />
    </TitledCard>
  );
}
