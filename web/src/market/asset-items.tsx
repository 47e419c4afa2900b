// All that can be held, as a picker lists it and finds it.
import { coinCodes, coinOfCode, isFound } from '@candor/wire';
import type { AssetCode } from '@candor/wire';
import { CoinIcon } from '../ui/coin-icon.tsx';
import type { PickerItem } from '../ui/picker-sheet.tsx';

export const assetItems: readonly PickerItem<AssetCode>[] = (['USDT', ...coinCodes] as const).map((code) => ({
  value: code,
  label: code,
  note: nameOf(code),
  start: <CoinIcon coin={code} size="small" />,
}));

/** By code or name; what is neither may be a market, which for every coin has USDT in it. */
export function findAssets(typed: string): readonly PickerItem<AssetCode>[] {
  const found = assetItems.filter(({ value }) => isFound(typed, [value, nameOf(value)]));
  if (found.length > 0) return found;
  return assetItems.filter(({ value }) => value !== 'USDT' && isFound(typed, [`${value}/USDT`]));
}

function nameOf(code: AssetCode): string {
  return coinOfCode(code)?.name ?? 'Tether';
}
