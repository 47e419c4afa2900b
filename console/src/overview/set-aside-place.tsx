// Commands of the engine that failed too often and wait until somebody lets them be tried again.
import { exportSetAside, getHealth, letsIn, listQueues, listSetAside, retrySetAside } from '@candor/wire';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Card } from '@candor/web/ui/card.tsx';
import { EmptyState } from '@candor/web/ui/states.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { OctagonPause } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Ago, At } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import { Loaded } from '../session/loaded.tsx';
import type { DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useSend } from '../session/use-send.ts';
import { useFormats, useT } from '../text/texts.ts';
import { Narrow } from '../ui/columns.tsx';
import { Panel } from '../ui/panel.tsx';

type Command = DataOf<typeof listSetAside>['RESULT_LIST'][number];
const idOf = ({ set_aside_id: id }: Command): string => String(id);
/** As many as one answer brings: there are hardly ever any. */
const most = 100;

export const place = queue<typeof listSetAside>({
  name: 'set-aside',
  title: 'overview.setAside',
  icon: OctagonPause,
  index: 55,
  list: listSetAside,
  table: exportSetAside,
  idOf,
  filters: [],
  columns: [
    { key: 'command', label: 'overview.command', cell: (item) => <TextLink to={`/set-aside/${idOf(item)}`} size="small" isInline>{item.command}</TextLink> }, // oxfmt-ignore
    { key: 'error', label: 'overview.error', cell: ({ error }) => error },
    { key: 'tries', label: 'overview.tries', isFigure: true, cell: ({ tries }) => tries },
    { key: 'at', label: 'overview.at', sort: 'at', cell: ({ at }) => <Ago at={at} /> },
    { key: 'account', label: 'overview.account', isExtra: true, cell: (item) => item.account_id },
    { key: 'about', label: 'overview.about', isExtra: true, cell: (item) => item.object_id },
  ],
  Case: CommandCase,
  actions: [
    { key: 't', label: 'overview.retry', look: 'primary', isOffered: (_, me) => letsIn(retrySetAside, me), Panel: RetryPanel }, // oxfmt-ignore
  ],
});

function CommandCase({ id, onItem }: { id: string; onItem: (item: Command | undefined) => void }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const read = useRead(listSetAside, { pagesize: most });
  const command = read.data?.RESULT_LIST.find((each) => idOf(each) === id);
  useEffect(() => onItem(command), [command, onItem]);
  return (
    <Loaded read={read}>
      {() =>
        command === undefined ? (
          <EmptyState title={t('queue.none')} />
        ) : (
          <Narrow>
            <Card label={command.command}>
              <Facts>
                <Fact label={t('overview.command')}>{command.command}</Fact>
                <Fact label={t('overview.error')}>{command.error}</Fact>
                <Fact label={t('overview.tries')}>{formats.whole(command.tries)}</Fact>
                <Fact label={t('overview.at')}>
                  <At at={command.at} />
                </Fact>
                <Fact label={t('overview.account')}>{command.account_id}</Fact>
                <Fact label={t('overview.about')}>{command.object_id}</Fact>
              </Facts>
            </Card>
          </Narrow>
        )
      }
    </Loaded>
  );
}

function RetryPanel({ item, onClose, onDone }: { item: Command; onClose: () => void; onDone: () => void }): ReactNode {
  const t = useT();
  const { send, isSending } = useSend(retrySetAside, { changes: [listSetAside, listQueues, getHealth] });
  async function submit(): Promise<void> {
    const outcome = await send({ set_aside_id: item.set_aside_id });
    if (!outcome?.ok) return onClose();
    toast.success(t('overview.retried'));
    onDone();
  }
  return (
    <Panel
      title={t('overview.retry')}
      confirm={t('overview.retry')}
      isBusy={isSending}
      onClose={onClose}
      onConfirm={() => void submit()}
    >
      <Note>{t('overview.retryNote', { command: item.command })}</Note>
    </Panel>
  );
}
