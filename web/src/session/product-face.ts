// The face of a product in the app: what the shell, the menu and the bills must know of it. Its folder says it once, in `face.ts`.
import type { Action, MovementKind, Movements, ReceiptKind, ReceiptOf, Wad } from '@candor/wire';
import type { NamesIn } from '../text/keys.ts';
import type { TextPart } from '../text/parts.ts';
import type { LucideIcon as Icon } from 'lucide-react';

export interface AppRoute {
  path: string;
  /** Where it lies in the app: a higher index slides in from the end side, a lower one from the start. */
  index: number;
  /** The file of the screen: of `web/src/`, without `-screen.tsx`. */
  screen: string;
  /** What the page is called until it has loaded. */
  name: NamesIn<'shell'>;
  needsLogin?: true;
  /** Stays alive when left: keeps its state and its scroll. */
  isKept?: true;
  isDark?: true;
  /** Without the bottom navigation. */
  isFull?: true;
  /** Shows nothing of the market: the first page that does connects to it. */
  isWithoutPrices?: true;
}

export interface MenuEntry {
  to: string;
  name: NamesIn<'shell'>;
  icon: Icon;
  /** Among the few that Home shows before the others. */
  isFirst?: true;
  /** Where Personal shows it. */
  group?: 'products' | 'about';
  /** Not where money is real. */
  isDemoOnly?: true;
}

/** What a movement of money is called in the bills, under which product, and where the receipt of its order is. */
export interface MovementWords {
  name: NamesIn<'assets'>;
  product?: NamesIn<'shell'>;
  receipt?: ReceiptKind;
}

/** Words of every kind that wire declares for a product: one that is left out is a type error. */
export type WordsOf<Declared> =
  Declared extends Movements<infer Kind extends MovementKind> ? Readonly<Record<Kind, MovementWords>> : never;

/** What `<kind>-receipt.tsx` in a product's folder exports as `ReceiptView`. */
export interface ReceiptViewProps<Kind extends ReceiptKind = ReceiptKind> {
  /** As it was signed. */
  text: string;
  receipt: ReceiptOf<Kind>;
}

/** One's open orders that are worth more or less than the balances that stand for them: as many as the first page of a list holds. */
export interface OpenOrders<Order = unknown> {
  call: Action;
  questionOf: (userId: string) => object;
  coinOf(order: Order): string;
  /** Gained or lost at a price of that coin, USDT. */
  gainAt(order: Order, price: Wad): Wad;
}

export interface ProductFace {
  /** Of its folder, and of its texts if it has any: `src/text/<language>/<name>.json`. */
  name: string;
  /** The part that its texts come in. */
  textPart?: TextPart;
  /** The other parts that its screens need besides the first. */
  otherTexts?: readonly TextPart[];
  routes?: readonly AppRoute[];
  /** In the bottom navigation. */
  tab?: MenuEntry;
  menu?: readonly MenuEntry[];
  movements?: Readonly<Partial<Record<MovementKind, MovementWords>>>;
  /** Where the orders stand that receipts of a kind are of, other than among all orders. */
  ordersOf?: Readonly<Partial<Record<ReceiptKind, string>>>;
  /** Loaded with the first total that counts them. */
  openOrders?: () => Promise<OpenOrders>;
}
