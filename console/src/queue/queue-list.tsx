// The page of a queue: its filters, its rows, and the keys that go through them.
import { letsIn } from '@candor/wire';
import { Button } from '@candor/web/ui/button.tsx';
import { EmptyState } from '@candor/web/ui/states.tsx';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Loaded } from '../session/loaded.tsx';
import { useNow } from '../session/now.ts';
import { useMe } from '../session/session.ts';
import { useFormats, useT } from '../text/texts.ts';
import { DataTable } from '../ui/data-table.tsx';
import { PlacePage } from '../ui/frame.tsx';
import { DownloadLink, Pager, Toolbar } from '../ui/list-parts.tsx';
import { offeredOf } from './claims.ts';
import { ColumnChoice, useHiddenColumns } from './column-choice.tsx';
import { Filters } from './filters.tsx';
import { KeyHelp } from './key-help.tsx';
import { moveCursor, pagesOf } from './list-state.ts';
import type { AnyQueue, QueueAction } from './queue-options.ts';
import { useKeys } from './use-keys.ts';
import { useQueue, type QueueRows } from './use-queue.ts';

export function QueueList({ queue }: { queue: AnyQueue }): ReactNode {
  const { name, title, columns, filters, idOf, Head, Case, actions = [] } = queue;
  const [t, navigate, me, now] = [useT(), useNavigate(), useMe(), useNow()];
  const rows = useQueue(queue);
  const { state, search, change, read, keys, lacksSearch, tableUrl } = rows;
  const [cursor, setCursor] = useState<string>();
  const [acting, setActing] = useState<QueueAction<object>>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [hidden, setHidden] = useHiddenColumns(queue);
  const current = read.data?.RESULT_LIST.find((item) => idOf(item) === cursor);
  const open = (id: string): void => void navigate({ pathname: `/${name}/${id}`, search: search.toString() });
  const move = (step: 1 | -1): void => setCursor(moveCursor(keys, cursor, step));
  const offered = current ? offeredOf(queue, current, { me, now }) : [];

  useKeys({
    j: () => move(1),
    k: () => move(-1),
    Enter: current && Case && (() => open(idOf(current))),
    '?': () => setHelpOpen(true),
    ...Object.fromEntries(offered.map((action) => [action.key, () => setActing(action)])),
  });

  return (
    <PlacePage title={t(title)} actions={Head && <Head />}>
      <Toolbar
        end={
          <>
            <ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />
            {letsIn(queue.table, me) && <DownloadLink href={tableUrl} label={t('queue.download')} />}
            <Button look="quiet" isSmall onPress={() => setHelpOpen(true)}>
              {t('queue.keys')}
            </Button>
          </>
        }
      >
        <Filters filters={filters} values={state.filters} onChange={change} />
      </Toolbar>
      {lacksSearch ? (
        <EmptyState title={t(queue.search!.title)} />
      ) : (
        <Rows queue={queue} rows={rows} hidden={hidden} cursor={cursor} onCursor={setCursor} onOpen={open} />
      )}
      {acting && current && (
        <acting.Panel
          item={current}
          onClose={() => setActing(undefined)}
          onDone={() => (setActing(undefined), move(1))}
        />
      )}
      {isHelpOpen && <KeyHelp actions={actions} onClose={() => setHelpOpen(false)} />}
    </PlacePage>
  );
}

interface RowsProps {
  queue: AnyQueue;
  rows: QueueRows;
  hidden: readonly string[];
  cursor: string | undefined;
  onCursor: (id: string) => void;
  onOpen: (id: string) => void;
}

function Rows({ queue, rows: { state, read, change }, hidden, cursor, onCursor, onOpen }: RowsProps): ReactNode {
  const { title, columns, filters, idOf } = queue;
  const [t, formats] = [useT(), useFormats()];
  return (
    <Loaded read={read}>
      {({ TOTAL, RESULT_LIST }) =>
        RESULT_LIST.length === 0 ? (
          <EmptyState title={t(filters.length > 0 ? 'queue.none' : 'queue.nothing')} />
        ) : (
          <>
            <DataTable
              label={t(title)}
              columns={columns.map((column) => ({ ...column, label: t(column.label) }))}
              hidden={hidden}
              rows={RESULT_LIST}
              keyOf={idOf}
              sort={state.sort}
              onSort={(sort) => change({ sort })}
              cursor={cursor}
              onCursor={onCursor}
              onOpen={queue.Case && ((item) => onOpen(idOf(item)))}
            />
            <Pager
              label={t('queue.pages')}
              text={t('queue.page', { page: state.page, pages: pagesOf(TOTAL), total: formats.whole(TOTAL) })}
              back={{ label: t('queue.back'), page: state.page - 1 }}
              next={{ label: t('queue.next'), page: state.page < pagesOf(TOTAL) ? state.page + 1 : 0 }}
              onPage={(page) => change({ page: String(page) })}
            />
          </>
        )
      }
    </Loaded>
  );
}
