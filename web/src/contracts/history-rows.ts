// What has been closed, whole orders and parts of positions, in one list: a contract and its parts stand together. Pure: lists in, rows out.
import type { ContractOrderMessage, ContractPartMessage } from '@candor/wire';

export type HistoryRow =
  | { kind: 'order'; id: string; order: ContractOrderMessage }
  | { kind: 'part'; id: string; part: ContractPartMessage };

/** Items of pages in the order of their contracts, the newest first. */
interface Known<Item> {
  items: readonly Item[];
  hasMore: boolean;
}

/** Of each list only what no page of the other can come before any more. */
export function historyRows(
  orders: Known<ContractOrderMessage>,
  parts: Known<ContractPartMessage>,
): readonly HistoryRow[] {
  const from = [orders, parts].map(oldestKnown).reduce((left, right) => (left > right ? left : right));
  const rows: (HistoryRow & { contract: string; place: number })[] = [
    ...orders.items.map((order) => ({
      kind: 'order' as const,
      id: order.trade_id,
      order,
      contract: order.trade_id,
      place: Infinity,
    })),
    ...parts.items.map((part) => ({
      kind: 'part' as const,
      id: `${part.trade_id} ${part.number}`,
      part,
      contract: part.trade_id,
      place: part.number,
    })),
  ];
  return rows
    .filter(({ contract }) => contract >= from)
    .sort((left, right) => {
      if (left.contract !== right.contract) return left.contract < right.contract ? 1 : -1;
      return left.place < right.place ? 1 : -1;
    });
}

/** Which list has to go on first. */
export const lagsBehind = (one: Known<{ trade_id: string }>, other: Known<{ trade_id: string }>): boolean =>
  one.hasMore && oldestKnown(one) >= oldestKnown(other);

/** Ids sort by the time at which they were made; after the end of a list everything is known. */
const oldestKnown = ({ items, hasMore }: Known<{ trade_id: string }>): string =>
  hasMore ? (items.map(({ trade_id }) => trade_id).toSorted()[0] ?? '') : '';
