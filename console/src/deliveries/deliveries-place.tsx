// What was pushed and mailed to customers, and what became of it: the log, with failures first to be looked at.
import { deliveryStates, exportDeliveries, listDeliveries, noticeChannels } from '@candor/wire';
import type { DeliveryState } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import type { BadgeTone } from '@candor/web/ui/badge.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { MailCheck } from 'lucide-react';
import { Ago } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import type deliveries from '../text/en/deliveries.json';
import { useT } from '../text/texts.ts';
import { Word } from '../text/wire-words.ts';

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
    { key: 'reason', label: 'deliveries.reason', cell: ({ reason }) => reason },
    { key: 'done', label: 'deliveries.done', isExtra: true, cell: ({ done_at: at }) => <Ago at={at} /> },
  ],
  actions: [],
});

function State({ state }: { state: DeliveryState }) {
  const t = useT();
  return <Badge tone={tones[state]}>{t(`deliveries.state_${state}`)}</Badge>;
}

function Channel({ channel }: { channel: (typeof noticeChannels)[number] }) {
  const t = useT();
  return t(`deliveries.channel_${channel}`);
}

const Customer = ({ id }: { id: string }) => (
  <TextLink to={`/customers/${id}`} size="small" isInline>
    {id}
  </TextLink>
);
