import type { CoinCode } from '@candor/wire';
import type { ReactNode } from 'react';
import { toggleFavourite } from './favourites.ts';
import { usePreferences } from '../device/preferences.ts';
import { useT } from '../text/texts.ts';
import { StarButton } from '../ui/star-button.tsx';

export function FavouriteButton({ code, isAtEdge }: { code: CoinCode; isAtEdge?: boolean }): ReactNode {
  const t = useT();
  const isFavourite = usePreferences((preferences) => preferences.favourites.includes(code));
  return (
    <StarButton
      isOn={isFavourite}
      label={t('market.addFavourite', { coin: code })}
      className={isAtEdge ? '-ms-3' : ''}
      onPress={() => toggleFavourite(code)}
    />
  );
}
