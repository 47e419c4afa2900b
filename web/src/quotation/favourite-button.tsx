import type { CoinCode } from '@candor/wire';
import type { ReactNode } from 'react';
import { toggleFavourite } from '../session/favourites.ts';
import { usePreferences } from '../session/preferences.ts';
import { useText } from '../text/texts.ts';
import { StarButton } from '../ui/star-button.tsx';

export function FavouriteButton({ code, isAtEdge }: { code: CoinCode; isAtEdge?: boolean }): ReactNode {
  const t = useText();
  const isFavourite = usePreferences((wishes) => wishes.favourites.includes(code));
  return (
    <StarButton
      isOn={isFavourite}
      label={t('quotation.addFavourite', { coin: code })}
      className={isAtEdge ? '-ms-3' : ''}
      onPress={() => toggleFavourite(code)}
    />
  );
}
