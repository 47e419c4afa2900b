// Which order a line of a statement seems to be of: the one whose reference it names; where it names none, the only
// one of its amount. Pure.
import { isCreditorReference, type CurrencyCode, type Uuid, type Wad } from '@candor/wire';

export interface WaitingOrder {
  purchaseId: Uuid;
  currency: CurrencyCode;
  money: Wad;
  reference: string;
}
export interface Line {
  currency: CurrencyCode;
  amount: Wad;
  text: string;
}
export interface Match {
  purchaseId: Uuid | null;
  match: 'reference' | 'amount' | 'none';
}

const referenceLength = 16;
const none: Match = { purchaseId: null, match: 'none' };

/** Asked for each line; the orders are gone through once. */
export function matcherFor(orders: readonly WaitingOrder[]): (line: Line) => Match {
  const byReference = new Map(orders.map((order) => [order.reference, order]));
  const byAmount = Map.groupBy(orders, amountKey);
  return (line) => {
    const named = referencesIn(line.text);
    const found = named.map((each) => byReference.get(each)).find((order) => order?.currency === line.currency);
    if (found) return { purchaseId: found.purchaseId, match: 'reference' };
    // A text with a reference means only that order, even if the order no longer waits, or if the reference is cut or misspelled.
    if (named.length > 0 || seemsToName(line.text)) return none;
    const [only, ...others] = byAmount.get(amountKey({ currency: line.currency, money: line.amount })) ?? [];
    return only && others.length === 0 ? { purchaseId: only.purchaseId, match: 'amount' } : none;
  };
}

const amountKey = ({ currency, money }: Pick<WaitingOrder, 'currency' | 'money'>): string => `${currency} ${money}`;

/** Returns whether a text contains what may be most of an order's reference. */
const seemsToName = (text: string): boolean =>
  /\bRF[^A-Z0-9]?\d{2}(?:[^A-Z0-9]{0,3}[A-Z0-9]){8}|RF\d{2}[A-Z0-9]{12}/i.test(text);

/** However a bank writes it: in groups, in small letters, between other words. */
export function referencesIn(text: string): string[] {
  const plain = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const places = [...plain.matchAll(/(?=RF\d{2})/g)].map(({ index }) => plain.slice(index, index + referenceLength));
  return places.filter((each) => each.length === referenceLength && isCreditorReference(each));
}
