// Every path of the app. A screen is the file `<product>/<name>-screen.tsx` that exports `Screen`; a path whose file does
// not exist yet leads to the page that says what is coming.
import type { NamesIn } from '../text/keys.ts';

export interface Place {
  path: string;
  /** Where it lies in the app: a higher index slides in from the end side, a lower one from the start. */
  index: number;
  /** Of `web/src/`, without `-screen.tsx`. */
  screen: string;
  /** What the page is called while it is being built. */
  name: NamesIn<'shell'>;
  needsLogin?: true;
  /** Stays alive when left: keeps its state and its scroll. */
  isKept?: true;
  isDark?: true;
  /** Its texts are not those of a first visit. */
  needsMoreTexts?: true;
  /** Without the bottom navigation. */
  isFull?: true;
}

export const places: readonly Place[] = [
  { path: '/home', index: 1, screen: 'home/home', name: 'home', isKept: true },
  { path: '/contracts', index: 2, screen: 'treaty/treaty', name: 'treaty', needsLogin: true, isKept: true, isDark: true },
  { path: '/asset', index: 3, screen: 'assets/assets', name: 'asset', needsMoreTexts: true, needsLogin: true, isKept: true },
  { path: '/personal', index: 4, screen: 'personal/personal', name: 'personal', needsMoreTexts: true, isKept: true },
  { path: '/quotation', index: 5, screen: 'quotation/quotation', name: 'quotation', needsMoreTexts: true, isKept: true },

  { path: '/exchange/:pair', index: 10, screen: 'quotation/coin', name: 'quotation', needsMoreTexts: true, isDark: true, isFull: true },
  { path: '/market/sources/:pair', index: 11, screen: 'market/sources', name: 'sources', isFull: true },
  { path: '/market/corrections', index: 12, screen: 'market/corrections', name: 'corrections', isFull: true },
  { path: '/spot', index: 10, screen: 'spot/spot', name: 'menuSpot', needsLogin: true, isDark: true },
  { path: '/orders', index: 11, screen: 'treaty/orders', name: 'menuOrders', needsLogin: true },
  { path: '/receipt/:kind/:id', index: 20, screen: 'receipts/receipt', name: 'receipt', needsLogin: true, needsMoreTexts: true, isFull: true },

  { path: '/recharge', index: 12, screen: 'deposits/deposit', name: 'menuDeposit', needsLogin: true, isFull: true },
  { path: '/rechargehistory', index: 13, screen: 'deposits/deposit-history', name: 'menuDepositHistory', needsLogin: true, isFull: true },
  { path: '/withdraw', index: 12, screen: 'withdrawals/withdraw', name: 'menuWithdraw', needsLogin: true, isFull: true },
  { path: '/withdrawhistory', index: 13, screen: 'withdrawals/withdraw-history', name: 'menuWithdrawHistory', needsLogin: true, isFull: true },
  { path: '/address', index: 14, screen: 'withdrawals/addresses', name: 'menuAddresses', isFull: true },
  { path: '/addaddress', index: 15, screen: 'withdrawals/add-address', name: 'menuAddresses', isFull: true },
  { path: '/exchange', index: 12, screen: 'swap/swap', name: 'menuSwap', needsLogin: true, isFull: true },
  { path: '/bills', index: 12, screen: 'assets/bills', name: 'bills', needsMoreTexts: true, needsLogin: true, isFull: true },
  { path: '/bugCoin', index: 12, screen: 'buy-coins/buy-coin', name: 'menuBuyCoin', isFull: true },
  { path: '/bankInfo', index: 13, screen: 'buy-coins/bank-info', name: 'menuBankInfo', needsLogin: true, isFull: true },
  { path: '/borrow', index: 12, screen: 'lending/borrow', name: 'menuBorrow', isFull: true },
  { path: '/borrowhistory', index: 13, screen: 'lending/borrow-history', name: 'menuBorrowHistory', needsLogin: true, isFull: true },
  { path: '/myPledge', index: 12, screen: 'staking/pledges', name: 'menuStaking', needsLogin: true, isFull: true },
  { path: '/myPledgeMx', index: 13, screen: 'staking/pledge-income', name: 'menuStakingIncome', needsLogin: true, isFull: true },

  { path: '/indexGood', index: 12, screen: 'shop/goods', name: 'menuShop', isFull: true },
  { path: '/good/:id', index: 13, screen: 'shop/good', name: 'menuShop', isFull: true },
  { path: '/periodsList/:id', index: 14, screen: 'shop/periods', name: 'menuShop', isFull: true },
  { path: '/orderSuccess/:id', index: 15, screen: 'shop/order-success', name: 'menuShop', needsLogin: true, isFull: true },
  { path: '/myOrder', index: 13, screen: 'shop/shop-orders', name: 'menuOrders', needsLogin: true, isFull: true },

  { path: '/newsList', index: 12, screen: 'content/news-list', name: 'menuNews', isKept: true, isFull: true },
  { path: '/news/:id', index: 13, screen: 'content/news', name: 'menuNews', isFull: true },
  { path: '/announcements', index: 12, screen: 'content/announcements', name: 'menuAnnouncements', isFull: true },
  { path: '/help', index: 12, screen: 'content/help', name: 'menuHelp', isFull: true },
  { path: '/legal', index: 12, screen: 'content/legal', name: 'menuLegal', isFull: true },
  { path: '/proof', index: 12, screen: 'proof/proof', name: 'menuProof', isFull: true },

  { path: '/authentication', index: 12, screen: 'identity/authentication', name: 'menuVerification', needsLogin: true, isFull: true },
  { path: '/loginpassword', index: 12, screen: 'personal/login-password', name: 'menuPassword', needsMoreTexts: true, needsLogin: true, isFull: true },
  { path: '/transactionpassword', index: 12, screen: 'personal/trade-password', name: 'menuTradePassword', needsMoreTexts: true, needsLogin: true, isFull: true },
  { path: '/alerts', index: 12, screen: 'alerts/alerts', name: 'alerts', needsLogin: true, isFull: true },
  { path: '/sessions', index: 12, screen: 'personal/sessions', name: 'sessions', needsMoreTexts: true, needsLogin: true, isFull: true },
  { path: '/language', index: 12, screen: 'personal/language', name: 'language', needsMoreTexts: true, isFull: true },
  { path: '/appearance', index: 12, screen: 'personal/appearance', name: 'appearance', needsMoreTexts: true, isFull: true },
  { path: '/demo', index: 12, screen: 'demo/demo', name: 'menuDemo', needsMoreTexts: true, isFull: true },

  { path: '/login', index: 30, screen: 'login/login', name: 'login', isFull: true },
  { path: '/register', index: 31, screen: 'register/register', name: 'register', needsMoreTexts: true, isFull: true },
  { path: '/dev/kit', index: 40, screen: 'kit/kit', name: 'kit', isFull: true },
]; // prettier-ignore

/** The place of a path that the address bar shows; undefined for an unknown one. */
export function placeOf(pathname: string): Place | undefined {
  const parts = pathname.split('/');
  return places.find(({ path }) => {
    const pattern = path.split('/');
    return pattern.length === parts.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at]);
  });
}
