// Corrections of candles: what was, what the archive's ticks make, and who decided.
import { correctCandle, exportCorrections, listCorrections, mayPropose } from '@candor/wire';
import { Button } from '@candor/web/ui/button.tsx';
import { Figure } from '@candor/web/ui/text.tsx';
import { PencilLine } from 'lucide-react';
import { Ago, At } from '../queue/ago.tsx';
import { queue } from '../queue/queue.tsx';
import { useMe } from '../session/session.ts';
import { correctionNames } from '../text/correction-names.ts';
import { useT } from '../text/texts.ts';

export const place = queue<typeof listCorrections>({
  name: 'corrections',
  title: 'market.corrections',
  icon: PencilLine,
  index: 45,
  list: listCorrections,
  table: exportCorrections,
  idOf: ({ id }) => String(id),
  filters: [
    { name: 'coin', label: 'market.coin' },
    {
      name: 'reason',
      label: 'acts.reason',
      options: Object.entries(correctionNames).map(([value, label]) => ({ value, label })),
    },
  ],
  columns: [
    { key: 'coin', label: 'market.coin', sort: 'coin', cell: ({ coin }) => coin },
    { key: 'minute', label: 'market.minute', sort: 'minute_ms', cell: (item) => <At at={new Date(item.minute_ms).toISOString()} /> }, // oxfmt-ignore
    { key: 'before', label: 'market.before', cell: ({ before }) => <Figure>{before}</Figure> },
    { key: 'after', label: 'market.after', cell: ({ after }) => <Figure>{after}</Figure> },
    { key: 'reason', label: 'acts.reason', cell: ({ reason }) => <Reason reason={reason} /> },
    { key: 'note', label: 'market.note', cell: ({ note }) => note },
    { key: 'by', label: 'market.decidedBy', cell: (item) => `${item.proposed_by}, ${item.approved_by}` },
    { key: 'at', label: 'market.correctedAt', sort: 'corrected_at', cell: (item) => <Ago at={item.corrected_at} /> },
  ],
  Head: CorrectButton,
});

function Reason({ reason }: { reason: keyof typeof correctionNames }) {
  const t = useT();
  return t(correctionNames[reason]);
}

function CorrectButton() {
  const t = useT();
  const me = useMe();
  if (!mayPropose(correctCandle, me)) return null;
  return (
    <Button isSmall to="/acts/new?kind=correct-candle">
      {t('acts.correctCandle')}
    </Button>
  );
}
