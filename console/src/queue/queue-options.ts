// What a queue says of itself; queue.tsx makes a place of it.
import type { Endpoint, SignedInOperator } from '@candor/wire';
import type { ComponentType, ReactNode } from 'react';
import type { DataOf } from '../session/session.ts';
import type { TextKey } from '../text/keys.ts';
import type { Claim } from './claims.ts';
import type { Place } from './place.ts';

export interface QueueColumn<Item> {
  key: string;
  label: TextKey;
  cell: (item: Item) => ReactNode;
  /** A sort of the list's call. */
  sort?: string;
  isFigure?: boolean;
  /** Is there, and not shown unless chosen. */
  isExtra?: boolean;
}

export interface QueueFilter {
  /** A field of the list's payload. */
  name: string;
  label: TextKey;
  /** Without them it is typed. */
  options?: readonly { value: string; label: TextKey }[];
}

/** What a key does to a case, in a panel of its own that says when it is done. */
export interface QueueAction<Item> {
  key: string;
  label: TextKey;
  /** By the server's clock. */
  isOffered: (item: Item, operator: SignedInOperator, now: number) => boolean;
  /** Also while somebody else has claimed the case. */
  evenIfClaimed?: true;
  look?: 'primary' | 'secondary' | 'danger';
  Panel: ComponentType<{ item: Item; onClose: () => void; onDone: () => void }>;
}

type ItemOf<List extends Endpoint> = DataOf<List> extends { RESULT_LIST: (infer Item)[] } ? Item & object : never;

export interface QueueOptions<List extends Endpoint, Item extends object = ItemOf<List>> extends Omit<
  Place,
  'screens'
> {
  list: List;
  /** The same as a table. */
  table: Endpoint;
  /** Asks for nothing again by itself, where each answer is a look that is kept. */
  isStill?: boolean;
  idOf: (item: Item) => string;
  columns: readonly QueueColumn<Item>[];
  filters: readonly QueueFilter[];
  /** For operators who see no list of all: nothing is asked for until this filter says whom they look for. */
  search?: { filter: string; isNeeded: (operator: SignedInOperator) => boolean; title: TextKey };
  /** What a visit begins with. */
  firstFilters?: Readonly<Record<string, string>>;
  /** Beside the title, e.g. a button that begins a case. */
  Head?: ComponentType;
  /** The page of one case; without it there is nothing to open. */
  Case?: ComponentType<{ id: string; onItem: (item: Item | undefined) => void }>;
  actions?: readonly QueueAction<Item>[];
  /** Where one alone decides for a while on what he has claimed: the claim of a case that waits. */
  claimOf?: (item: Item) => Claim | null;
  /** Further pages below its path, e.g. a form that begins a case. */
  more?: Place['screens'];
}

/** For the parts, which know no item. */
export type AnyQueue = QueueOptions<Endpoint, object>;
