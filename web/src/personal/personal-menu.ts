// The menu's entries as this page groups them; words and icons are those of the one menu.
import { menu } from '../session/menu.ts';
import type { MenuEntry } from '../session/menu.ts';
import type { NamesIn } from '../text/keys.ts';

export interface MenuGroup {
  title: NamesIn<'personal'>;
  entries: readonly MenuEntry[];
}

const groups: readonly [NamesIn<'personal'>, readonly string[]][] = [
  [
    'groupProducts',
    [
      'menuSeconds',
      'menuCfd',
      'menuAssets',
      'menuDeposit',
      'menuWithdraw',
      'menuSwap',
      'menuBuyCoin',
      'menuStaking',
      'menuBorrow',
      'menuShop',
    ],
  ],
  ['groupAbout', ['menuNews', 'menuAnnouncements', 'menuHelp', 'menuLegal', 'menuProof']],
];

export const menuGroups: readonly MenuGroup[] = groups.map(([title, names]) => ({
  title,
  entries: menu.filter(({ name }) => names.includes(name)),
}));
