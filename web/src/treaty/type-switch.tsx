import type { ReactNode } from 'react';
import { setTradeChoices, useTradeChoices, type TreatyType } from '../device/trade-choices.ts';
import { useConduct } from '../data/use-conduct.ts';
import { useT } from '../text/texts.ts';
import { Segmented } from '../ui/choices.tsx';

export interface TypeSwitchProps {
  value: TreatyType;
  /** Those that are not offered here can't be chosen. */
  isForTrading?: boolean;
  className?: string;
}

/** Seconds options or CFD contracts; remembered. */
export function TypeSwitch({ value, isForTrading, className }: TypeSwitchProps): ReactNode {
  const t = useT();
  const areOptionsOffered = useOptionsOffered();
  return (
    <Segmented
      label={t('options.type')}
      choices={[
        { value: 'options', label: t('options.seconds'), isDisabled: isForTrading === true && !areOptionsOffered },
        { value: 'cfd', label: t('options.cfd') },
      ]}
      value={value}
      onChange={(treatyType) => setTradeChoices({ treatyType })}
      className={className ?? ''}
    />
  );
}

/** What to trade: the remembered kind, unless it is not offered here. */
export function useTradedType(): TreatyType {
  const preferred = useTradeChoices(({ treatyType }) => treatyType);
  return useOptionsOffered() ? preferred : 'cfd';
}

const useOptionsOffered = (): boolean => useConduct()?.in_force.options_offered !== false;
