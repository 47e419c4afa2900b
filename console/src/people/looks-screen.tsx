// How much of customers each operator looked at: today, this week, and in the busiest hour, beside what one person may.
import { listLooks } from '@candor/wire';
import type { LookedMessage } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { Card } from '@candor/web/ui/card.tsx';
import { EmptyState } from '@candor/web/ui/states.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import type { ReactNode } from 'react';
import { At } from '../queue/ago.tsx';
import { Loaded } from '../session/loaded.tsx';
import { useRead } from '../session/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { PlacePage } from '../ui/frame.tsx';

const everyMs = 30_000;

export function LooksScreen(): ReactNode {
  const t = useT();
  return (
    <PlacePage
      title={t('people.looks')}
      badge={
        <Button look="quiet" isSmall to="/audit">
          {t('people.audit')}
        </Button>
      }
    >
      <Note>{t('people.looksNote')}</Note>
      <Loaded read={useRead(listLooks, {}, { everyMs })}>
        {({ looks }) => (looks.length === 0 ? <EmptyState title={t('people.noLooks')} /> : <Framed looks={looks} />)}
      </Loaded>
    </PlacePage>
  );
}

const Framed = ({ looks }: { looks: readonly LookedMessage[] }): ReactNode => {
  const t = useT();
  return (
    <Card label={t('people.looks')}>
      <Looks looks={looks} />
    </Card>
  );
};

function Looks({ looks }: { looks: readonly LookedMessage[] }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  return (
    <Table
      label={t('people.looks')}
      rows={looks}
      keyOf={({ operator, kind }) => `${operator} ${kind}`}
      columns={[
        { key: 'operator', label: t('people.name'), cell: ({ operator }) => <Operator name={operator} /> },
        { key: 'kind', label: t('people.looksAt'), cell: ({ kind }) => t(`people.looks_${kind}`) },
        { key: 'day', label: t('people.looksDay'), isFigure: true, cell: ({ day, day_bound: bound }) => <Count count={day} bound={bound} /> }, // oxfmt-ignore
        { key: 'week', label: t('people.looksWeek'), isFigure: true, cell: ({ week }) => formats.whole(week) },
        { key: 'peak', label: t('people.looksPeak'), isFigure: true, cell: ({ peak, hour_bound: bound }) => <Count count={peak} bound={bound} /> }, // oxfmt-ignore
        { key: 'at', label: t('people.looksPeakAt'), isFigure: true, cell: ({ peak_at: at }) => <At at={at} /> },
      ]}
    />
  );
}

const Operator = ({ name }: { name: string }): ReactNode => (
  <TextLink to={`/audit?operator=${encodeURIComponent(name)}`} size="small" isInline>
    {name}
  </TextLink>
);

/** Marked from half of the bound on, as the alarm is. */
function Count({ count, bound }: { count: number; bound: number | null }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  if (bound === null) return formats.whole(count);
  const text = t('people.looksOf', { count: formats.whole(count), bound: formats.whole(bound) });
  if (count * 2 < bound) return text;
  return <Badge tone={count >= bound ? 'danger' : 'warn'}>{text}</Badge>;
}
