// One line of a statement: who paid, what was written on the payment, and the order that it seems to be of.
import { getTransfer } from '@candor/wire';
import type { ListedTransfer } from '@candor/wire';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { TextLink } from '@candor/web/ui/text-link.tsx';
import { Figure, Note } from '@candor/web/ui/text.tsx';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { At } from '../queue/ago.tsx';
import { Loaded } from '../session/loaded.tsx';
import { useRead } from '../session/use-read.ts';
import { useT } from '../text/texts.ts';
import { Narrow } from '../ui/columns.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { TransferMatch, TransferUse } from './transfer-words.tsx';

interface TransferCaseProps {
  id: string;
  onItem: (item: ListedTransfer | undefined) => void;
}

export function TransferCase({ id, onItem }: TransferCaseProps): ReactNode {
  const t = useT();
  // Each answer is a look that is kept.
  const read = useRead(getTransfer, { transfer_id: id }, { isStill: true });
  const { data } = read;
  useEffect(() => onItem(data), [data, onItem]);
  return (
    <Loaded read={read}>
      {(transfer) => (
        <Narrow>
          <Note>{t('transfers.seenInLog')}</Note>
          <TitledCard title={t('transfers.payment')}>
            <Payment transfer={transfer} />
          </TitledCard>
        </Narrow>
      )}
    </Loaded>
  );
}

function Payment({ transfer }: { transfer: ListedTransfer }): ReactNode {
  const t = useT();
  return (
    <Facts>
      <Fact label={t('transfers.booked')}>{transfer.booked_on}</Fact>
      <Fact label={t('transfers.amount')}>
        <Figure>{`${transfer.amount} ${transfer.currency}`}</Figure>
      </Fact>
      <Fact label={t('transfers.payer')}>{transfer.payer === '' ? '–' : transfer.payer}</Fact>
      <Fact label={t('transfers.text')}>
        <span className="wrap-anywhere">{transfer.text === '' ? '–' : transfer.text}</span>
      </Fact>
      <Fact label={t('transfers.match')}>
        <TransferMatch item={transfer} />
      </Fact>
      <Fact label={t('transfers.use')}>
        <TransferUse item={transfer} />
      </Fact>
      <Fact label={t('transfers.imported')}>
        <At at={transfer.imported_at} />
      </Fact>
      <Fact label={t('transfers.importedBy')}>{transfer.imported_by}</Fact>
      {transfer.reversed_on !== null && (
        <Fact label={t('transfers.reversed')}>
          <span className="wrap-anywhere">{`${transfer.reversed_on} · ${transfer.reversal_text ?? ''}`}</span>
        </Fact>
      )}
      {transfer.closed_by !== null && (
        <Fact label={t('transfers.closedBy')}>
          <span className="wrap-anywhere">{`${transfer.closed_by} · ${transfer.closed_note ?? ''}`}</span>
        </Fact>
      )}
      {transfer.double_of !== null && (
        <Fact label={t('transfers.double')}>
          <TextLink to={`/transfers/${transfer.double_of}`} size="small" isInline>
            {t('transfers.doubleLine')}
          </TextLink>
        </Fact>
      )}
      {transfer.double_answered_by !== null && (
        <Fact label={t('transfers.doubleAnsweredBy')}>{transfer.double_answered_by}</Fact>
      )}
    </Facts>
  );
}
