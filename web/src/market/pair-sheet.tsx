// All markets in a sheet, searched by code or name, each with its live price while the sheet is open.
import { coins, isFound } from '@candor/wire';
import type { Coin, CoinCode } from '@candor/wire';
import type { ReactNode } from 'react';
import { LiveChange, LivePrice } from '../live/market-cells.tsx';
import { useT } from '../text/texts.ts';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { useListPace } from '../ui/pace.tsx';
import { PickerSheet } from '../ui/picker-sheet.tsx';
import type { PickerItem } from '../ui/picker-sheet.tsx';

export interface PairSheetProps {
  isOpen: boolean;
  onClose: () => void;
  coin: CoinCode;
  onChoose: (coin: CoinCode) => void;
}

export function PairSheet({ isOpen, onClose, coin, onChoose }: PairSheetProps): ReactNode {
  const t = useT();
  const itemOf = (one: Coin): PickerItem<CoinCode> => ({
    value: one.code,
    label: t('market.pair', { coin: one.code }),
    note: one.name,
    start: <CoinIcon coin={one.code} />,
    end: isOpen && <PairFigures coin={one} />,
  });
  const search = (typed: string): PickerItem<CoinCode>[] =>
    coins.filter(({ code, name }) => isFound(typed, [`${code}/USDT`, name])).map(itemOf);
  return (
    <PickerSheet
      label={t('market.choosePair')}
      items={coins.map(itemOf)}
      value={coin}
      onChange={onChoose}
      isOpen={isOpen}
      onClose={onClose}
      search={search}
      nothing={t('market.pairNone')}
    />
  );
}

function PairFigures({ coin }: { coin: Coin }): ReactNode {
  const [ref, around] = useListPace();
  return (
    <span ref={ref} className="flex flex-col items-end">
      {around(
        <>
          <LivePrice coin={coin} />
          <LiveChange coin={coin} />
        </>,
      )}
    </span>
  );
}
