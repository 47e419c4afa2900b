// Which coin on which network: one row of each.
import type { ReactNode } from 'react';
import { Chips } from '../ui/choices.tsx';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { coinsIn, type Way } from './deposit-ways.ts';

interface WayChoiceProps {
  ways: readonly Way[];
  coin: string | undefined;
  way: Way | undefined;
  onCoin: (coin: string) => void;
  onNetwork: (network: string) => void;
  words: { coin: string; network: string; off: string };
}

export const WayChoice = ({ ways, coin, way, onCoin, onNetwork, words }: WayChoiceProps): ReactNode => (
  <>
    <Chips
      label={words.coin}
      value={coin}
      onChange={onCoin}
      choices={coinsIn(ways).map((code) => ({
        value: code,
        label: (
          <span className="flex items-center gap-1.5">
            <CoinIcon coin={code} size="small" />
            {code}
          </span>
        ),
      }))}
    />
    <Chips
      label={words.network}
      isEven
      value={way?.network}
      onChange={onNetwork}
      choices={ways
        .filter(({ coin_code: code }) => code === way?.coin_code)
        .map((each) => ({
          value: each.network,
          label: each.network_title,
          note: each.state === 'off' ? words.off : (each.token_standard ?? undefined),
        }))}
    />
  </>
);
