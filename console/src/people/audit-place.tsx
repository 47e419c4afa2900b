// The audit log: what operators did and looked at, each entry bound to the one before.
import { auditActs, exportAuditLog, exportForAuditor, readAuditLog, rolesFor } from '@candor/wire';
import { Button } from '@candor/web/ui/button.tsx';
import { EmptyState } from '@candor/web/ui/states.tsx';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { At } from '../queue/ago.tsx';
import { Filters } from '../queue/filters.tsx';
import { changeList, moveCursor, pageSize, readListState } from '../queue/list-state.ts';
import type { Place } from '../queue/place.ts';
import { useKeys } from '../queue/use-keys.ts';
import { Loaded } from '../session/loaded.tsx';
import { useRead } from '../session/use-read.ts';
import { useT } from '../text/texts.ts';
import { Word } from '../text/wire-words.ts';
import { CheckpointsScreen } from './checkpoints-screen.tsx';
import { LooksScreen } from './looks-screen.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { PlacePage } from '../ui/frame.tsx';
import { DownloadLink, Toolbar } from '../ui/list-parts.tsx';

export const place: Place = {
  name: 'audit',
  title: 'people.audit',
  icon: ScrollText,
  index: 90,
  roles: rolesFor(readAuditLog),
  screens: [
    { path: '/audit', Screen: AuditScreen },
    { path: '/audit/looks', Screen: LooksScreen },
    { path: '/audit/checkpoints', Screen: CheckpointsScreen },
  ],
};

const filters = [
  { name: 'operator', label: 'people.name' },
  { name: 'act', label: 'people.act', options: auditActs.map((value) => ({ value, label: `words.audit_${value}` as const })) }, // oxfmt-ignore
  { name: 'subject', label: 'people.subject' },
] as const;
const names = [...filters.map(({ name }) => name), 'before'];

/** Pages go by the number of the entry, as more are added while one reads. */
function AuditScreen(): ReactNode {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const { filters: values } = readListState(search, names);
  const { before, ...asked } = values;
  const read = useRead(readAuditLog, { ...asked, ...(before !== undefined && { before: parseInt(before, 10) || 1 }), pagesize: pageSize }, { keepsLast: true }); // oxfmt-ignore
  const [cursor, setCursor] = useState<string>();
  const keys = read.data?.entries.map(({ seq }) => String(seq)) ?? [];
  useKeys({
    j: () => setCursor(moveCursor(keys, cursor, 1)),
    k: () => setCursor(moveCursor(keys, cursor, -1)),
  });
  return (
    <PlacePage title={t('people.audit')} actions={<OtherPages />}>
      <Toolbar
        end={
          <>
            <DownloadLink
              href={`${exportAuditLog.path}?${new URLSearchParams(asked).toString()}`}
              label={t('queue.download')}
            />
            <DownloadLink href={exportForAuditor.path} label={t('people.forAuditor')} />
          </>
        }
      >
        <Filters
          filters={filters}
          values={values}
          onChange={(change) => setSearch(changeList(search, { ...change, before: '' }), { replace: true })}
        />
      </Toolbar>
      <Loaded read={read}>
        {({ entries, next_before: next }) =>
          entries.length === 0 ? (
            <EmptyState title={t('queue.none')} />
          ) : (
            <>
              <DataTable
                label={t('people.audit')}
                hidden={[]}
                rows={entries}
                keyOf={({ seq }) => String(seq)}
                sort=""
                onSort={() => undefined}
                cursor={cursor}
                onCursor={setCursor}
                columns={[
                  { key: 'seq', label: t('people.seq'), isFigure: true, cell: ({ seq }) => seq },
                  { key: 'at', label: t('people.at'), cell: ({ at }) => <At at={at} /> },
                  { key: 'operator', label: t('people.name'), cell: ({ operator }) => operator },
                  { key: 'act', label: t('people.act'), cell: ({ act }) => <Word kind="audit" code={act} /> },
                  { key: 'subject', label: t('people.subject'), cell: ({ subject }) => <Small text={subject} /> },
                  { key: 'detail', label: t('people.detail'), cell: ({ detail }) => <Small text={detail === '{}' ? '' : detail} /> }, // oxfmt-ignore
                  {
                    key: 'hash',
                    label: t('people.hash'),
                    cell: ({ hash }) => <code title={hash}>{hash.slice(0, 12)}</code>,
                  },
                ]}
              />
              <div className="flex justify-end gap-2">
                <Button
                  look="secondary"
                  isSmall
                  isDisabled={before === undefined}
                  onPress={() => setSearch(changeList(search, { before: '' }))}
                >
                  {t('people.newest')}
                </Button>
                <Button
                  look="secondary"
                  isSmall
                  isDisabled={next === undefined}
                  onPress={() => setSearch(changeList(search, { before: String(next) }))}
                >
                  {t('people.older')}
                </Button>
              </div>
            </>
          )
        }
      </Loaded>
    </PlacePage>
  );
}

function OtherPages(): ReactNode {
  const t = useT();
  return (
    <>
      <Button look="secondary" isSmall to="/audit/looks">
        {t('people.looks')}
      </Button>
      <Button look="secondary" isSmall to="/audit/checkpoints">
        {t('people.checkpoints')}
      </Button>
    </>
  );
}

const Small = ({ text }: { text: string }): ReactNode => (
  <span className="inline-block min-w-48 wrap-anywhere">{text}</span>
);
