// One prize with where it goes, for who sends it.
import { getPrize } from '@candor/wire';
import type { ListedPrize } from '@candor/wire';
import { Card } from '@candor/web/ui/card.tsx';
import { Fact, Facts } from '@candor/web/ui/list.tsx';
import { Note } from '@candor/web/ui/text.tsx';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { At } from '../queue/ago.tsx';
import { Loaded } from '../session/loaded.tsx';
import type { DataOf } from '../session/session.ts';
import { useRead } from '../session/use-read.ts';
import { useT } from '../text/texts.ts';
import { TitledCard } from '../ui/titled-card.tsx';

type Shown = DataOf<typeof getPrize>;

export function PrizeCase({ id, onItem }: { id: string; onItem: (item: ListedPrize | undefined) => void }): ReactNode {
  // Each answer with an address is a look that is kept.
  const read = useRead(getPrize, { order_id: id }, { isStill: true });
  const { data } = read;
  useEffect(() => onItem(data), [data, onItem]);
  return <Loaded read={read}>{(shown) => <PrizeView shown={shown} />}</Loaded>;
}

function PrizeView({ shown }: { shown: Shown }): ReactNode {
  const t = useT();
  const { address } = shown;
  return (
    <div className="flex flex-col gap-4">
      <TitledCard title={t('shop.address')}>
        {address === null ? (
          <Note>{t('shop.noAddress')}</Note>
        ) : (
          <>
            <address className="whitespace-pre-line not-italic">
              {[
                address.name,
                address.street,
                `${address.postcode} ${address.city}`,
                address.country,
                address.phone,
              ].join('\n')}
            </address>
            <Note>{t('shop.logged')}</Note>
          </>
        )}
      </TitledCard>
      <Card label={t('shop.prize')}>
        <Facts>
          <Fact label={t('shop.good')}>{shown.good_id}</Fact>
          <Fact label={t('shop.account')}>{shown.account_id}</Fact>
          <Fact label={t('shop.state')}>{t(`shop.state_${shown.state}`)}</Fact>
          <Fact label={t('shop.won')}>
            <At at={shown.won_at} />
          </Fact>
          {shown.carrier !== null && <Fact label={t('shop.carrier')}>{shown.carrier}</Fact>}
          {shown.tracking !== null && <Fact label={t('shop.tracking')}>{shown.tracking}</Fact>}
          {shown.sent_by !== null && <Fact label={t('shop.sentBy')}>{shown.sent_by}</Fact>}
        </Facts>
      </Card>
    </div>
  );
}
