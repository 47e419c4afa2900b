// Push messages and mails to customers: sent, waiting and failed ones, and a retry for those that failed.
import {
  deliveryStates,
  exportDeliveries,
  getHealth,
  letsIn,
  listDeliveries,
  noticeChannels,
  retryDeliveries,
} from '@candor/wire';
import type { DeliveryEntry, DeliveryState, NoticeChannel } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import type { BadgeTone } from '@candor/web/ui/badge.tsx';
import { Button } from '@candor/web/ui/button.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { toast } from '@candor/web/ui/toast.ts';
import { MailCheck } from 'lucide-react';
import { Ago } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import { useMe } from '../session/session.ts';
import { useSend } from '../session/use-send.ts';
import type deliveries from '../text/en/deliveries.json';
import { useT } from '../text/texts.ts';
import { useWords, Word } from '../text/wire-words.ts';

declare module '../text/keys.ts' {
  interface Areas {
    deliveries: typeof deliveries;
  }
}

const tones: Record<DeliveryState, BadgeTone> = {
  waiting: 'accent',
  sent: 'good',
  failed: 'danger',
  dropped: 'neutral',
};

export const place = queue<typeof listDeliveries>({
  name: 'deliveries',
  title: 'deliveries.title',
  icon: MailCheck,
  index: 85,
  list: listDeliveries,
  table: exportDeliveries,
  idOf: ({ notification_id: id, channel, done_at: at }) => [id, channel, at].join(' '),
  firstFilters: {},
  Head: RetryAll,
  filters: [
    {
      name: 'state',
      label: 'deliveries.state',
      options: deliveryStates.map((value) => ({ value, label: `deliveries.state_${value}` as const })),
    },
    {
      name: 'channel',
      label: 'deliveries.channel',
      options: noticeChannels.map((value) => ({ value, label: `deliveries.channel_${value}` as const })),
    },
  ],
  columns: [
    { key: 'at', label: 'deliveries.at', sort: 'at', cell: ({ at }) => <Ago at={at} /> },
    { key: 'kind', label: 'deliveries.kind', cell: ({ kind }) => <Word kind="notice" code={kind} /> },
    { key: 'channel', label: 'deliveries.channel', cell: ({ channel }) => <Channel channel={channel} /> },
    { key: 'account', label: 'deliveries.account', cell: ({ account_id: id }) => <Customer id={id} /> },
    { key: 'state', label: 'deliveries.state', cell: ({ state }) => <State state={state} /> },
    { key: 'tries', label: 'deliveries.tries', sort: 'tries', isFigure: true, cell: ({ tries }) => tries },
    { key: 'reason', label: 'deliveries.reason', cell: (item) => <Reason item={item} /> },
    { key: 'age', label: 'deliveries.age', isExtra: true, cell: ({ ready_at: at }) => <Ago at={at} /> },
    { key: 'again', label: 'deliveries.again', cell: (item) => <RetryOne item={item} /> },
    { key: 'done', label: 'deliveries.done', isExtra: true, cell: ({ done_at: at }) => <Ago at={at} /> },
  ],
  actions: [],
});

/** Shows the reason, with the error code that was received. */
function Reason({ item: { reason, detail } }: { item: DeliveryEntry }) {
  const word = useWords();
  return reason === '' ? null : [word('delivery', reason), detail].filter(Boolean).join(' · ');
}

function RetryOne({ item: { state, channel, notification_id: id } }: { item: DeliveryEntry }) {
  const t = useT();
  if (state !== 'failed') return null;
  return (
    <span className="whitespace-nowrap">
      <Retry channel={channel} notificationId={id} label={t('deliveries.again')} />
    </span>
  );
}

/** Retries the deliveries that failed within the last three days. */
function RetryAll() {
  const t = useT();
  return noticeChannels.map((channel) => (
    <Retry key={channel} channel={channel} label={t(`deliveries.again_${channel}`)} />
  ));
}

function Retry(props: { channel: NoticeChannel; notificationId?: string; label: string }) {
  const { channel, notificationId, label } = props;
  const [t, me] = [useT(), useMe()];
  const { send, isSending } = useSend(retryDeliveries, { changes: [listDeliveries, getHealth] });
  async function retry(): Promise<void> {
    const outcome = await send({ channel, ...(notificationId !== undefined && { notification_id: notificationId }) });
    if (outcome?.ok) toast.success(t('deliveries.retried', { deliveries: outcome.data.deliveries }));
  }
  if (!letsIn(retryDeliveries, me)) return null;
  return (
    <Button look="secondary" isSmall isBusy={isSending} onPress={() => void retry()}>
      {label}
    </Button>
  );
}

function State({ state }: { state: DeliveryState }) {
  const t = useT();
  return <Badge tone={tones[state]}>{t(`deliveries.state_${state}`)}</Badge>;
}

function Channel({ channel }: { channel: (typeof noticeChannels)[number] }) {
  const t = useT();
  return <span className="whitespace-nowrap">{t(`deliveries.channel_${channel}`)}</span>;
}

const Customer = ({ id }: { id: string }) => (
  <TextLink to={`/customers/${id}`} size="small" isInline>
    {id}
  </TextLink>
);
