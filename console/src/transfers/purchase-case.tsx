// One order: what was agreed, what was said and sent, and the transfers that may be its own.
import { getPurchaseDesk, groupedCode, letsIn, viewPurchaseProof } from '@candor/wire';
import type { ListedPurchase } from '@candor/wire';
import { Badge } from '@candor/web/ui/badge.tsx';
import { Banner } from '@candor/web/ui/banner.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Table } from '@candor/web/ui/table.tsx';
import { Figure, Note } from '@candor/web/ui/text.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { At } from '../queue/ago.tsx';
import { Loaded } from '../session/loaded.tsx';
import { useMe } from '../session/session.ts';
import type { DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useT } from '../text/texts.ts';
import { Columns } from '../ui/columns.tsx';
import { PictureView } from '../ui/picture-view.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { reasonNames, stateNames, stateTones } from './purchase-words.ts';

type Shown = DataOf<typeof getPurchaseDesk>;

export function PurchaseCase({
  id,
  onItem,
}: {
  id: string;
  onItem: (item: ListedPurchase | undefined) => void;
}): ReactNode {
  // oxfmt-ignore
  // Each answer is a look that is kept.
  const read = useRead(getPurchaseDesk, { purchase_id: id }, { isStill: true });
  const { data } = read;
  useEffect(() => onItem(data), [data, onItem]);
  return <Loaded read={read}>{(shown) => <CaseView shown={shown} />}</Loaded>;
}

function CaseView({ shown }: { shown: Shown }): ReactNode {
  const t = useT();
  const { state } = shown;
  return (
    <Columns
      side={
        <TitledCard title={t('transfers.order')} end={<Badge tone={stateTones[state]}>{t(stateNames[state])}</Badge>}>
          <Course shown={shown} />
        </TitledCard>
      }
    >
      {shown.coin_amount_now !== null && (
        <Banner tone="warn">
          {state === 'paid' ? t('transfers.lateBooked', { day: shown.book_by ?? '' }) : t('transfers.late')}
        </Banner>
      )}
      {shown.taken_back && (
        <Banner tone="danger" title={t('transfers.takenBackTitle')}>
          {t('transfers.takenBack', { day: shown.taken_back.reversed_on, text: shown.taken_back.text })}
        </Banner>
      )}
      <TitledCard title={t('transfers.candidates')}>
        <Candidates shown={shown} />
      </TitledCard>
      <TitledCard title={t('transfers.proof')}>
        <Proof proof={shown.proof} />
      </TitledCard>
    </Columns>
  );
}

function Candidates({ shown: { transfers, currency } }: { shown: Shown }): ReactNode {
  const t = useT();
  if (transfers.length === 0) return <Note>{t('transfers.noCandidates')}</Note>;
  return (
    <Table
      label={t('transfers.candidates')}
      rows={transfers}
      keyOf={({ transfer_id: id }) => id}
      columns={[
        { key: 'booked', label: t('transfers.booked'), cell: ({ booked_on: day }) => day },
        {
          key: 'amount',
          label: t('transfers.amount'),
          cell: ({ amount }) => <Figure>{`${amount} ${currency}`}</Figure>,
        },
        { key: 'payer', label: t('transfers.payer'), cell: ({ payer }) => payer },
        { key: 'text', label: t('transfers.text'), cell: ({ text }) => text },
        { key: 'by', label: t('transfers.importedBy'), cell: ({ imported_by: by }) => by },
      ]}
    />
  );
}

function Proof({ proof }: { proof: string | null }): ReactNode {
  const t = useT();
  const me = useMe();
  if (proof === null) return <Note>{t('transfers.noProof')}</Note>;
  if (!letsIn(viewPurchaseProof, me)) return <Note>{t('transfers.logged')}</Note>;
  const words = { zoomIn: t('transfers.zoomIn'), zoomOut: t('transfers.zoomOut'), turn: t('transfers.turn'), notShown: t('transfers.notShown') }; // oxfmt-ignore
  return (
    <>
      <Note>{t('transfers.logged')}</Note>
      <PictureView src={proof} label={t('transfers.proof')} words={words} />
    </>
  );
}

function Course({ shown }: { shown: Shown }): ReactNode {
  const t = useT();
  const { currency, coin_code: coin, reason } = shown;
  const money = (amount: string): ReactNode => <Figure>{`${amount} ${currency}`}</Figure>;
  const coins = (amount: string): ReactNode => <Figure>{`${amount} ${coin}`}</Figure>;
  return (
    <Facts>
      <Fact label={t('transfers.reference')}>
        <Figure>{groupedCode(shown.reference)}</Figure>
      </Fact>
      <Fact label={t('transfers.account')}>
        <TextLink to={`/customers/${shown.account_id}`} size="small" isInline>
          {shown.account_id}
        </TextLink>
      </Fact>
      <Fact label={t('transfers.amount')}>{money(shown.money)}</Fact>
      <Fact label={t('transfers.fee')}>{money(shown.fee)}</Fact>
      <Fact label={t('transfers.agreed')}>{coins(shown.coin_amount)}</Fact>
      {shown.coin_amount_now !== null && <Fact label={t('transfers.now')}>{coins(shown.coin_amount_now)}</Fact>}
      <Fact label={t('transfers.ordered')}>
        <At at={shown.ordered_at} />
      </Fact>
      <Fact label={t('transfers.expires')}>
        <At at={shown.expires_at} />
      </Fact>
      {shown.book_by !== null && <Fact label={t('transfers.bookBy')}>{shown.book_by}</Fact>}
      {shown.booked_on !== null && <Fact label={t('transfers.bookedOn')}>{shown.booked_on}</Fact>}
      {shown.settlement !== null && (
        <Fact label={t('transfers.settlement')}>{t(`transfers.settlement_${shown.settlement}`)}</Fact>
      )}
      <Fact label={t('transfers.limit')}>{money(shown.second_person_above)}</Fact>
      {shown.received !== null && <Fact label={t('transfers.received')}>{money(shown.received)}</Fact>}
      {shown.credited !== null && <Fact label={t('transfers.credited')}>{coins(shown.credited)}</Fact>}
      {shown.refund !== null && shown.refund !== '0' && (
        <Fact label={t(shown.refunded_at === null ? 'transfers.refund' : 'transfers.refunded')}>{money(shown.refund)}</Fact>
      )}
      {reason !== null && <Fact label={t('transfers.reason')}>{t(reasonNames[reason])}</Fact>}
      {shown.decided_by !== null && <Fact label={t('transfers.decidedBy')}>{shown.decided_by}</Fact>}
      {shown.refunded_by !== null && <Fact label={t('transfers.refundedBy')}>{shown.refunded_by}</Fact>}
    </Facts>
  );
} // oxfmt-ignore
