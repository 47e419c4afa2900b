import { wad } from '@candor/wire';
import type { ContractPartMessage } from '@candor/wire';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../text/texts.ts';
import { Gain } from '../ui/gain.tsx';
import { Row } from '../ui/list.tsx';
import { Price } from '../ui/price.tsx';
import { OrderTitle } from './order-title.tsx';
import { useContracts } from './own-contracts.ts';
import { coinOf } from './position-rules.ts';

/** Some sheets of a position that were closed; leads to the receipt once the others are, too. */
export function PartRow({ part }: { part: ContractPartMessage }): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { code } = coinOf(part);
  const positions = useContracts('positions').data;
  const hasReceipt = positions?.every(({ trade_id }) => trade_id !== part.trade_id);
  return (
    <Row
      {...(hasReceipt && { to: `/receipt/contract/${part.trade_id}` })}
      keepsArrowPlace
      title={<OrderTitle order={part} />}
      note={
        <span className="flex flex-wrap gap-x-2">
          <span className="inline-flex gap-x-1" dir="ltr">
            <Price price={part.entry.price} coin={code} size="tiny" />
            {t('ui.arrow')}
            <Price price={part.tick.price} coin={code} size="tiny" />
          </span>
          <span>{t('contracts.sheetsCount', { count: part.sheets_num })}</span>
          <span>{formats.dateTime(part.tick.published_at, 'seconds')}</span>
        </span>
      }
      end={<Gain amount={wad(part.net)} />}
      endNote={t('contracts.part')}
    />
  );
}
