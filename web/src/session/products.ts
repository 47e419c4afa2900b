// What all products together say of themselves, for screens that stand below the shell.
import type { MovementKind, ReceiptKind } from '@candor/wire';
import { createContext, useContext } from 'react';
import type { ComponentType } from 'react';
import { useMode } from '../device/mode.ts';
import type { MenuEntry, MovementWords, OpenOrders, ReceiptViewProps } from './product-face.ts';

export interface Products {
  tabs: readonly MenuEntry[];
  menu: readonly MenuEntry[];
  movements: Readonly<Record<MovementKind, MovementWords>>;
  openOrders: readonly (() => Promise<OpenOrders>)[];
  ordersOf: Readonly<Partial<Record<ReceiptKind, string>>>;
  /** Each loads when it is shown. */
  receipts: Readonly<Record<ReceiptKind, ComponentType<ReceiptViewProps>>>;
}

const Context = createContext<Products | undefined>(undefined);
export const ProductsProvider = Context.Provider;

export function useProducts(): Products {
  const products = useContext(Context);
  if (!products) throw new Error('no products around this part');
  return products;
}

/** Without "Log out", which is an act and no page, and where money is real without the demo tools. */
export const useMenu = (): readonly MenuEntry[] => {
  const { menu } = useProducts();
  const isDemo = useMode() === 'demo';
  return isDemo ? menu : menu.filter(({ isDemoOnly }) => !isDemoOnly);
};
