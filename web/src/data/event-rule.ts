// What becomes of an event of /notify: each folder says it of its own in `events.ts`, and more than one may wait for the same event.
import type { EventAction, NotifyEvent, Wad } from '@candor/wire';
import type { TextPart } from '../text/parts.ts';
import type { Texts } from '../text/texts.ts';
import type { CachedList, Question } from './cached-list.ts';
import type { Call } from './use-read.ts';

export interface EventRule<Notify = unknown> {
  action: EventAction;
  /** Takes up what the event brings, and is read again after a lost connection. */
  list?: CachedList<Notify>;
  /** What is read again with each event, and after a lost connection. */
  refetches?: readonly Call[];
  /** Such lists that only grow: with each event their first page alone is read again. */
  refetchesNewest?: readonly CachedList<never>[];
  apply?(notify: Notify): void;
  /** After a time in which events may have been missed. This page has listened for whoever is logged in for so long. */
  catchUp?(listenedMs: number): Promise<void>;
  /** Of orders: what is said when one ends, on whichever page the person is. */
  ending?: EndingRule<Notify>;
}

export interface EndingRule<Order = unknown> {
  /** Whose words the texts need. */
  parts: readonly TextPart[];
  isEnded(order: Order): boolean;
  /** What the list is asked for the newest that ended, of the person by that id; a page of each is enough. */
  endedLists?(accountId: string): readonly Question[];
  /** Undefined where the person knows already. */
  endingOf(order: Order, texts: Texts): Ending | undefined;
}

export interface Ending {
  text: string;
  /** What it added to the balance; undefined for an order that never began. */
  gain: Wad | undefined;
  /** Undefined where it is only a part: the others go on. */
  receipt: string | undefined;
  /** Several of the same name that end together, in words of their own; without it they are orders, told with the sum of what they gained. */
  together?: { name: string; textOf: (count: number) => string; link: { to: string; text: string } };
}

type NotifyOf<Action extends EventAction> = Extract<NotifyEvent, { action: Action }>['notify'];

/** The rule of one event, typed by what it brings. */
export const eventRule = <Action extends EventAction>(
  action: Action,
  rule: Omit<EventRule<NotifyOf<Action>>, 'action'>,
): EventRule => ({ action, ...rule });
