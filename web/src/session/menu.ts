// The places of the bottom navigation and all entries of the menu, in the order and words of the product.
import {
  ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, BadgeCheck, CandlestickChart, CircleHelp, Coins, CreditCard, FlaskConical,
  Gift, HandCoins, House, KeyRound, Layers, Lock, Megaphone, Newspaper, Scale, ShieldCheck, Timer, TrendingUp, User, Wallet,
} from 'lucide-react'; // prettier-ignore
import type { NamesIn } from '../text/keys.ts';
import type { Icon } from '../ui/button.tsx';
import { useMode } from './mode.ts';

export interface MenuEntry {
  to: string;
  name: NamesIn<'shell'>;
  icon: Icon;
}

export const tabs: readonly MenuEntry[] = [
  { to: '/home', name: 'home', icon: House },
  { to: '/contracts', name: 'treaty', icon: CandlestickChart },
  { to: '/asset', name: 'asset', icon: Wallet },
  { to: '/personal', name: 'personal', icon: User },
  { to: '/quotation', name: 'quotation', icon: TrendingUp },
];

/** Without "Log out", which is an act and no place. Where money is real there are no demo tools: see useMenu. */
export const menu: readonly MenuEntry[] = [
  { to: '/contracts', name: 'menuSeconds', icon: Timer },
  { to: '/contracts?type=cfd', name: 'menuCfd', icon: Layers },
  { to: '/asset', name: 'menuAssets', icon: Wallet },
  { to: '/recharge', name: 'menuDeposit', icon: ArrowDownToLine },
  { to: '/withdraw', name: 'menuWithdraw', icon: ArrowUpFromLine },
  { to: '/exchange', name: 'menuSwap', icon: ArrowLeftRight },
  { to: '/bugCoin', name: 'menuBuyCoin', icon: CreditCard },
  { to: '/myPledge', name: 'menuStaking', icon: Coins },
  { to: '/borrow', name: 'menuBorrow', icon: HandCoins },
  { to: '/indexGood', name: 'menuShop', icon: Gift },
  { to: '/newsList', name: 'menuNews', icon: Newspaper },
  { to: '/announcements', name: 'menuAnnouncements', icon: Megaphone },
  { to: '/help', name: 'menuHelp', icon: CircleHelp },
  { to: '/legal', name: 'menuLegal', icon: Scale },
  { to: '/authentication', name: 'menuVerification', icon: BadgeCheck },
  { to: '/loginpassword', name: 'menuPassword', icon: KeyRound },
  { to: '/transactionpassword', name: 'menuTradePassword', icon: Lock },
  { to: '/proof', name: 'menuProof', icon: ShieldCheck },
  { to: '/demo', name: 'menuDemo', icon: FlaskConical },
];

export const useMenu = (): readonly MenuEntry[] => {
  const isDemo = useMode() === 'demo';
  return isDemo ? menu : menu.filter(({ to }) => to !== '/demo');
};
