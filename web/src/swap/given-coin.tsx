// What is given, and the way to turn the pair round.
import { ArrowDownUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../text/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { CoinAmount, type CoinAmountProps } from './coin-amount.tsx';
import { flipped, withCoin, type Pair } from './swap-rules.ts';

export interface GivenCoinProps extends Omit<CoinAmountProps, 'coin' | 'coinLabel' | 'onCoin' | 'hasMax'> {
  pair: Pair;
  onPair: (pair: Pair) => void;
}

export function GivenCoin({ pair, onPair, ...field }: GivenCoinProps): ReactNode {
  const t = useT();
  return (
    <>
      <CoinAmount
        coinLabel={t('swap.giveCoin')}
        coin={pair.from}
        onCoin={(coin) => onPair(withCoin(pair, 'from', coin))}
        hasMax
        {...field}
      />
      <div className="flex justify-center">
        <IconButton icon={ArrowDownUp} label={t('swap.flip')} onPress={() => onPair(flipped(pair))} />
      </div>
    </>
  );
}
